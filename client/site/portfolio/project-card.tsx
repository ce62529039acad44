import type { ApiOutputs } from '../../api/types.ts';
import { StoredPicture } from '../components/responsive-image.tsx';
import { languageOf } from '../components/row-language.ts';

type Project = ApiOutputs['portfolio']['published']['portfolios'][number];

interface ProjectCardProps {
  project: Project;
  isFirst: boolean;
  /** Takes the whole width and includes the start of the description. */
  isWide: boolean;
}

/** A project in the list. The whole card is a link. */
export function ProjectCard({ project, isFirst, isWide }: ProjectCardProps) {
  const { id, path, title, category, client, description, image, picture } = project;
  const { lang, dir } = languageOf(project);
  return (
    <li className={isWide ? 'project project-wide whole-link' : 'project whole-link'} dir={dir}>
      <StoredPicture
        path={image}
        picture={picture}
        sizes={
          isWide
            ? '(min-width: 93rem) 52rem, (min-width: 48rem) 56vw, 88vw'
            : '(min-width: 93rem) 41rem, (min-width: 48rem) 44vw, 88vw'
        }
        isFirst={isFirst}
        name={`project-${id}`}
      />
      <div className="project-words">
        <p className="note">{category}</p>
        <h3 lang={lang}>
          <a href={path}>{title}</a>
        </h3>
        <p className="project-client">{client}</p>
        {isWide && (
          <p className="project-beginning" lang={lang}>
            {description}
          </p>
        )}
      </div>
    </li>
  );
}
