import './project-card.css';
import './tinted-card.css';
import { meaningfulText, withJoinedNumbers } from '../../../src/shared/meaningful-text.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from './choice-name.tsx';
import { StoredPicture } from './stored-picture.tsx';
import { languageAttributes } from './language-attributes.ts';
import { ProjectKeyFigure } from './project-key-figure.tsx';
import { shapeOf } from './picture-shape.ts';
import type { Project } from './project-key-figure.tsx';

interface ProjectCardProps {
  project: Project;
  isFirst?: boolean;
  /**
   * `wide` is a large card. `half` is a card of half the width; only without a picture it has the description. `row` is
   * a row in a list without pictures.
   */
  layout: 'wide' | 'half' | 'row';
  /** What all projects of the list have in common, and no card therefore repeats. */
  hidden?: { category: boolean; client: boolean };
}

/** A project in a list. The whole card is a link to the project. */
export function ProjectCard({ project, isFirst = false, layout, hidden }: ProjectCardProps) {
  const { id, path, title, category, client, description, image, picture, result_line } = project;
  const { lang, dir } = languageAttributes(project);
  const isWide = layout === 'wide';
  const hasPicture = image && layout !== 'row';
  const { company } = useSiteSettings();
  const shape = hasPicture ? shapeOf(picture) : undefined;
  const classes = [
    'project whole-link',
    isWide && 'project-wide',
    layout !== 'row' && !hasPicture && 'type-card',
  ];
  return (
    <li className={classes.filter(Boolean).join(' ')} data-shape={shape}>
      {hasPicture && (
        <StoredPicture
          path={image}
          picture={picture}
          sizes={
            isWide
              ? '(min-width: 93rem) 84rem, (min-width: 60rem) 92vw, 88vw'
              : '(min-width: 93rem) 41rem, (min-width: 48rem) 44vw, 88vw'
          }
          ratios={isWide ? [2, 2, 3 / 2] : [3 / 2]}
          isFirst={isFirst}
          name={`project-${id}`}
        />
      )}
      <div className="project-words">
        {!hidden?.category && (
          <p className="note">
            <ChoiceName list="portfolio_categories" value={category} />
          </p>
        )}
        <h3 lang={lang} dir={dir}>
          <a href={path}>{title}</a>
        </h3>
        {!hidden?.client && client !== company.name && meaningfulText(client) && (
          <p className="project-client">{client}</p>
        )}
        {(layout !== 'half' || !image) && meaningfulText(description) && (
          <p className="project-beginning" lang={lang} dir={dir}>
            {description}
          </p>
        )}
        {result_line && project.figures.length === 0 ? (
          <p className="project-came" lang={lang} dir={dir}>
            {withJoinedNumbers(result_line)}
          </p>
        ) : (
          <ProjectKeyFigure project={project} />
        )}
      </div>
    </li>
  );
}
