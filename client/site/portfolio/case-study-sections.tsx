import type { Figure } from '../../../src/shared/column-types.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { BeforeAfter } from '../components/before-after.tsx';
import { StoredPicture } from '../components/stored-picture.tsx';
import { languageAttributes } from '../components/language-attributes.ts';

type Project = ApiOutputs['portfolio']['publishedOne']['portfolio'];

/** The results of a project as numbers in large type. */
export function ProjectFigures({ figures }: { figures: readonly Figure[] }) {
  const { texts } = useSiteSettings();
  if (figures.length === 0) return null;
  return (
    <section className="project-figures" aria-labelledby="project-figures-title">
      <div className="hall">
        <h2 id="project-figures-title">{texts.portfolio.figures}</h2>
        <ul data-count={figures.length}>
          {figures.map((figure) => {
            const { number, unit, meaning, before, after } = figure;
            const isCompared = before && after;
            return (
              <li
                key={`${number} ${unit} ${meaning}`}
                className={isCompared ? undefined : 'project-figure-alone'}
              >
                <p
                  className={
                    number.length > longNumber ? 'project-number project-number-long' : 'project-number'
                  }
                >
                  {number.replace(/^-/, '\u2212')}
                  {unit && <span>{unit}</span>}
                </p>
                {meaning && (
                  <p className="project-meaning" dir="auto">
                    {meaning}
                  </p>
                )}
                <BeforeAfter figure={figure} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const longNumber = 5;

/** The story of a project: the problem, the work and the outcome. Empty parts are left out. */
export function ProjectStory({ project }: { project: Project }) {
  const { texts } = useSiteSettings();
  const { lang, dir } = languageAttributes(project);
  const parts = [
    { name: 'problem', html: project.problem },
    { name: 'approach', html: project.approach },
    { name: 'outcome', html: project.outcome },
  ] as const;
  return parts.map(
    ({ name, html }) =>
      html && (
        <section key={name} className="hall project-part" aria-labelledby={`project-${name}`}>
          <h2 id={`project-${name}`}>{texts.portfolio[name]}</h2>
          {/* The server reduces the HTML to allowed elements when the project is stored. */}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a project's story is sanitised HTML */}
          <div className="prose" lang={lang} dir={dir ?? 'auto'} dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ),
  );
}

const wholeRow = '(min-width: 93rem) 84rem, 93vw';
const halfRow = '(min-width: 93rem) 41rem, (min-width: 48rem) 46vw, 93vw';

/**
 * In wide windows, the first of every three pictures has a row of its own, and so has a last one that is alone. Two
 * pictures are a pair.
 */
const isWhole = (index: number, count: number) =>
  count !== 2 && (index % 3 === 0 || (index % 3 === 1 && index === count - 1));

export function ProjectGallery({ pictures }: { pictures: Project['gallery'] }) {
  const { texts } = useSiteSettings();
  if (pictures.length === 0) return null;
  return (
    <section
      className="hall project-gallery"
      data-count={pictures.length}
      aria-label={texts.portfolio.pictures}
    >
      {pictures.map((picture, index) => (
        <figure key={picture.id} data-shape={picture.height > picture.width ? 'tall' : 'wide'}>
          <StoredPicture
            path={picture.path}
            picture={{ ...picture, alt: picture.alt ?? picture.caption }}
            focal={picture.focal}
            sizes={isWhole(index, pictures.length) ? wholeRow : halfRow}
          />
          {(picture.caption || picture.credit) && (
            <figcaption dir="auto">
              {[picture.caption, picture.credit].filter(Boolean).join(' · ')}
            </figcaption>
          )}
        </figure>
      ))}
    </section>
  );
}
