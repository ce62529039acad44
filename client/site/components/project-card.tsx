import './project-card.css';
import './tinted-card.css';
import { meaningfulText } from '../../../src/shared/meaningful-text.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { ChoiceName } from './choice-name.tsx';
import { StoredPicture } from './stored-picture.tsx';
import { languageAttributes } from './language-attributes.ts';
import { ProjectKeyFigure } from './project-key-figure.tsx';

type Project = ApiOutputs['portfolio']['published']['portfolios'][number];

interface ProjectCardProps {
  project: Project;
  isFirst?: boolean;
  /**
   * `wide` is a large card. `half` is a card of half the width, without the description. `row` is a row in a list
   * without pictures.
   */
  layout: 'wide' | 'half' | 'row';
}

/** A project in a list. The whole card is a link to the project. */
export function ProjectCard({ project, isFirst = false, layout }: ProjectCardProps) {
  const { id, path, title, category, client, description, image, picture } = project;
  const { lang, dir } = languageAttributes(project);
  const isWide = layout === 'wide';
  const hasPicture = image && layout !== 'row';
  const classes = [
    'project whole-link',
    isWide && 'project-wide',
    layout !== 'row' && !hasPicture && 'type-card',
  ];
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      {hasPicture && (
        <StoredPicture
          path={image}
          picture={picture}
          sizes={
            isWide
              ? '(min-width: 93rem) 52rem, (min-width: 60rem) 56vw, 88vw'
              : '(min-width: 93rem) 41rem, (min-width: 48rem) 44vw, 88vw'
          }
          isFirst={isFirst}
          name={`project-${id}`}
        />
      )}
      <div className="project-words">
        <p className="note">
          <ChoiceName list="portfolio_categories" value={category} />
        </p>
        <h3 lang={lang} dir={dir}>
          <a href={path}>{title}</a>
        </h3>
        {meaningfulText(client) && <p className="project-client">{client}</p>}
        {layout !== 'half' && meaningfulText(description) && (
          <p className="project-beginning" lang={lang} dir={dir}>
            {description}
          </p>
        )}
        <ProjectKeyFigure project={project} />
      </div>
    </li>
  );
}
