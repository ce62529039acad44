import { IconPlus } from '@tabler/icons-react';
import type { ApiOutputs } from '../../lib/api-types.ts';
import { StoredPicture } from '../../ui/stored-picture.tsx';

type Project = ApiOutputs['portfolio']['published']['portfolios'][number];

/** A project: its picture and facts, and the whole story, folded. */
export function ProjectCard({ project, isFirst }: { project: Project; isFirst: boolean }) {
  const { id, title, category, client, description, technologies, image, picture } = project;
  return (
    <li className="project" id={`project-${id}`}>
      <StoredPicture
        path={image}
        picture={picture}
        sizes="(min-width: 60rem) 50vw, 100vw"
        isFirst={isFirst}
      />
      <p className="note">{category}</p>
      <h3>{title}</h3>
      <p className="project-client">{client}</p>
      <details>
        <summary>
          <IconPlus size={20} stroke={1.75} aria-hidden="true" />
          The story<span className="visually-hidden"> of {title}</span>
        </summary>
        <p>{description}</p>
        {technologies.length > 0 && (
          <ul className="project-technologies" aria-label="Technologies">
            {technologies.map((technology) => (
              <li key={technology}>{technology}</li>
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}
