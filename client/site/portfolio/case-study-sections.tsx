import type { Figure } from '../../../src/shared/column-types.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { BeforeAfter } from '../components/before-after.tsx';
import { PictureRows } from '../components/picture-rows.tsx';
import { rhythms } from '../components/rows-of-pictures.ts';
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

export function ProjectGallery({ pictures }: { pictures: Project['gallery'] }) {
  const { texts } = useSiteSettings();
  if (pictures.length === 0) return null;
  return (
    <section className="hall project-gallery" aria-label={texts.portfolio.pictures}>
      <PictureRows pictures={pictures} rhythm={rhythms.story}>
        {(picture, place) => (
          <>
            <StoredPicture
              path={picture.path}
              picture={{ ...picture, alt: picture.alt ?? picture.caption }}
              {...place}
            />
            {(picture.caption || picture.credit) && (
              <figcaption dir="auto">
                {[picture.caption, picture.credit].filter(Boolean).join(' · ')}
              </figcaption>
            )}
          </>
        )}
      </PictureRows>
    </section>
  );
}
