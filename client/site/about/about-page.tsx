import './about-page.css';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { ThemePicture } from '../components/themed-image.tsx';
import { drawings } from '../drawings/drawings.ts';
import { Achievements } from './achievements.tsx';

const sceneInWords = 'A long hall with a glass roof, seen from its floor; galleries on both sides.';

function AboutPage() {
  return (
    <>
      <div className="about-opening plan-lines">
        <div className="hall about-opening-grid">
          <h1>About {company.name}</h1>
          <p className="about-since">
            Since <strong>{company.since}</strong>
          </p>
          <p className="lead">{company.description}</p>
        </div>
      </div>
      <ThemePicture drawing={drawings.about} alt={sceneInWords} className="about-picture" isFirst />
      <section className="section" aria-label="Mission and vision">
        <div className="hall about-statements">
          <h2>Mission</h2>
          <p>{company.mission}</p>
          <h2>Vision</h2>
          <p>{company.vision}</p>
        </div>
      </section>
      <Values />
      <Achievements />
    </>
  );
}

function Values() {
  return (
    <section className="section about-values" aria-labelledby="values-title">
      <div className="hall">
        <h2 id="values-title">Our four values, and what they mean day to day</h2>
        <dl>
          {company.values.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The page about the company: history, mission, values and achievements. */
export const aboutPage = definePage({
  path: paths.about,
  head: () => ({
    title: 'About',
    description: `${company.name} since ${company.since}: mission, vision, values and achievements. ${company.mission}`,
    canonical: paths.about,
  }),
  Page: AboutPage,
});
