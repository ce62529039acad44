import '../components/tinted-card.css';
import { meaningfulText, withJoinedNumbers } from '../../../src/shared/meaningful-text.ts';
import IconArrowRight from 'icon:arrow-right';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from '../components/choice-name.tsx';
import { hasFewPictures, StoredPicture } from '../components/stored-picture.tsx';
import { BeforeAfter } from '../components/before-after.tsx';
import { isCommon, sharesOfProjects } from '../components/full-rows.ts';
import { shapeOf } from '../components/picture-shape.ts';
import { ProjectCard } from '../components/project-card.tsx';
import { ProjectKeyFigure } from '../components/project-key-figure.tsx';
import { languageAttributes } from '../components/language-attributes.ts';

type Projects = ApiOutputs['portfolio']['featured']['portfolios'];

/** The featured projects, the first one large. If most have no picture, the others are rows, and so is a first one without a result. */
export function SelectedProjects({ projects }: { projects: Projects }) {
  const { texts } = useSiteSettings();
  if (projects.length === 0) return null;
  const isRows = hasFewPictures(projects, ({ image }) => image);
  const shares = sharesOfProjects(projects.length);
  const hidden = {
    category: isCommon(projects, (project) => project.category),
    client: isCommon(projects, ({ client, client_description: about }) => about ?? client),
  };
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
            isRows && !(at === 0 && project.result_line) ? (
              <ProjectCard key={project.id} project={project} layout="row" hidden={hidden} />
            ) : (
              <SelectedProject
                key={project.id}
                project={project}
                isWide={isRows || shares[at] === 'whole'}
                hidden={hidden}
              />
            ),
          )}
        </ul>
      </div>
    </section>
  );
}

interface SelectedProjectProps {
  project: Projects[number];
  /** Whether the project has a row of its own, in which it is told in full. */
  isWide: boolean;
  hidden: { category: boolean; client: boolean };
}

function SelectedProject({ project, isWide, hidden }: SelectedProjectProps) {
  const { id, path, title, client, client_description, category, image, picture, result_line } = project;
  const classes = ['selected-project whole-link', isWide && 'selected-wide', !image && 'type-card'];
  const [figure] = project.figures;
  const { lang, dir } = languageAttributes(project);
  const { company } = useSiteSettings();
  // The company's own projects need no client.
  const about = client_description ?? (client === company.name ? '' : meaningfulText(client));
  return (
    <li className={classes.filter(Boolean).join(' ')} data-shape={image ? shapeOf(picture) : undefined}>
      <StoredPicture
        path={image}
        picture={picture}
        sizes={
          isWide
            ? '(min-width: 93rem) 84rem, (min-width: 60rem) 92vw, 90vw'
            : '(min-width: 93rem) 41rem, (min-width: 40rem) 44vw, 26vw'
        }
        ratios={isWide ? [2, 2, 3 / 2] : [3 / 2, 3 / 2, 1]}
        name={`project-${id}`}
      />
      {!hidden.category && (
        <p className="note">
          <ChoiceName list="portfolio_categories" value={category} />
        </p>
      )}
      <h3 lang={lang} dir={dir}>
        <a href={path}>{title}</a>
      </h3>
      {!hidden.client && about && <p className="selected-client">{about}</p>}
      {isWide && result_line ? (
        <div className="selected-result">
          <p lang={lang} dir={dir}>
            {withJoinedNumbers(result_line)}
          </p>
          {figure && <BeforeAfter figure={figure} />}
        </div>
      ) : (
        <ProjectKeyFigure project={project} />
      )}
    </li>
  );
}
