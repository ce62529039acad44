import '../components/tinted-card.css';
import { meaningfulText, withJoinedNumbers } from '../../../src/shared/meaningful-text.ts';
import IconArrowRight from 'icon:arrow-right';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from '../components/choice-name.tsx';
import { hasFewPictures, StoredPicture } from '../components/stored-picture.tsx';
import { ProjectCard } from '../components/project-card.tsx';
import { ProjectKeyFigure } from '../components/project-key-figure.tsx';
import { languageAttributes } from '../components/language-attributes.ts';

type Projects = ApiOutputs['portfolio']['featured']['portfolios'];

/** The featured projects, the first one large. If most projects have no picture, all projects are rows. */
export function SelectedProjects({ projects }: { projects: Projects }) {
  const { texts } = useSiteSettings();
  if (projects.length === 0) return null;
  const isRows = hasFewPictures(projects, ({ image }) => image);
  return (
    <section className="section selected" aria-labelledby="selected-title">
      <div className="hall">
        <div className="selected-head">
          <h2 id="selected-title">{texts.portfolio.selected}</h2>
          <a className="onward" href={sitePaths.portfolio}>
            {texts.portfolio.allProjects}
            <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
          </a>
        </div>
        <ul className={isRows ? 'project-rows selected-rows' : 'selected-list'}>
          {projects.map((project, at) =>
            isRows ? (
              <ProjectCard key={project.id} project={project} layout="row" />
            ) : (
              <SelectedProject key={project.id} project={project} isFirst={at === 0} />
            ),
          )}
        </ul>
      </div>
    </section>
  );
}

function SelectedProject({ project, isFirst }: { project: Projects[number]; isFirst: boolean }) {
  const { id, path, title, client, client_description, category, image, picture, result_line } = project;
  const layout = image ? 'selected-project whole-link' : 'selected-project type-card whole-link';
  const { lang, dir } = languageAttributes(project);
  return (
    <li className={layout}>
      <StoredPicture
        path={image}
        picture={picture}
        sizes={
          isFirst
            ? '(min-width: 93rem) 84rem, (min-width: 60rem) 92vw, 90vw'
            : '(min-width: 93rem) 41rem, (min-width: 40rem) 44vw, 26vw'
        }
        ratios={isFirst ? [21 / 9, 21 / 9, 3 / 2] : [3 / 2, 3 / 2, 1]}
        name={`project-${id}`}
      />
      <p className="note">
        <ChoiceName list="portfolio_categories" value={category} />
      </p>
      <h3 lang={lang} dir={dir}>
        <a href={path}>{title}</a>
      </h3>
      {client_description || meaningfulText(client) ? (
        <p className="selected-client">{client_description ?? client}</p>
      ) : null}
      {isFirst && result_line ? (
        <p className="selected-result" lang={lang} dir={dir}>
          {withJoinedNumbers(result_line)}
        </p>
      ) : (
        <ProjectKeyFigure project={project} />
      )}
    </li>
  );
}
