import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, titleAndDescriptionOf } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { OpeningPicture, useHasOpeningPicture } from '../components/opening-picture.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { ThemePicture } from '../components/theme-picture.tsx';
import { drawings } from '../drawings/drawings.ts';
import { CustomSections } from '../blocks/custom-sections.tsx';
import styles from './about-page.css?url';
import achievementStyles from './achievements.css?url';

function AboutPage() {
  const { company, pages, texts } = useSiteSettings();
  const { heading, intro, since_label, sections } = pages.about;
  const hasPhoto = useHasOpeningPicture('about');
  const parts = {
    statements: <Statements key="statements" />,
    values: <Values key="values" />,
    achievements: <Achievements key="achievements" />,
    own: <CustomSections key="own" />,
  };
  return (
    <>
      <PageOpening title={heading} lead={intro}>
        {company.since && (
          <p className="about-since">
            {since_label} <strong>{company.since}</strong>
          </p>
        )}
      </PageOpening>
      <OpeningPicture page="about" className="opening-picture about-photo" />
      {!hasPhoto && (
        <ThemePicture drawing={drawings.about} alt={texts.pictures.about} className="about-picture" isFirst />
      )}
      {sections.map((name) => parts[name])}
    </>
  );
}

function Statements() {
  const { pages, texts } = useSiteSettings();
  const { mission_heading, mission, vision_heading, vision } = pages.about;
  if (!mission && !vision) return null;
  return (
    <section className="section" aria-label={texts.about.statements}>
      <div className="hall about-statements">
        {mission && (
          <>
            <h2>{mission_heading}</h2>
            <p className="statement">{mission}</p>
          </>
        )}
        {vision && (
          <>
            <h2>{vision_heading}</h2>
            <p className="statement">{vision}</p>
          </>
        )}
      </div>
    </section>
  );
}

function Values() {
  const { pages, lists } = useSiteSettings();
  if (lists.values.length === 0) return null;
  return (
    <section className="section about-values" aria-labelledby="values-title">
      <div className="hall">
        <h2 id="values-title">{pages.about.values_heading}</h2>
        <dl>
          {lists.values.map(({ key, title, text }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The achievements, each with its number in large type. The first two numbers are the largest. */
function Achievements() {
  const { pages, lists } = useSiteSettings();
  if (lists.achievements.length === 0) return null;
  return (
    <section className="section achievements" aria-labelledby="achievements-title">
      <div className="hall">
        <h2 id="achievements-title">{pages.about.achievements_heading}</h2>
        <ul>
          {lists.achievements.map(({ key, figure, label, text }) => (
            <li key={key}>
              <h3>
                <span className="achievements-figure">{figure}</span> {label}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/**
 * The page about the company: year of foundation, mission, vision, values, achievements, and the blocks that
 * staff have added.
 */
export const aboutPage = definePage({
  path: sitePaths.about,
  styles: [styles, achievementStyles],
  head: (_, { pages }) => ({ ...titleAndDescriptionOf(pages.about), canonical: sitePaths.about }),
  Page: AboutPage,
});
