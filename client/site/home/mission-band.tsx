import IconArrowRight from 'icon:arrow-right';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';

/** The company's mission on a dark background, with the numbers of up to two achievements. */
export function MissionBand() {
  const { pages, lists } = useSiteSettings();
  const { mission } = pages.about;
  if (!mission) return null;
  return (
    <section className="mission-band" aria-labelledby="mission-title">
      <div className="hall mission-grid">
        <h2 id="mission-title" className="mission-label">
          {pages.home.mission_heading}
        </h2>
        <p className="statement mission-statement">{mission}</p>
        {lists.achievements.length > 0 && (
          <dl className="mission-figures">
            {lists.achievements.slice(0, 2).map(({ key, figure, label }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        )}
        {pages.home.about_link && (
          <a className="onward" href={sitePaths.about}>
            {pages.home.about_link}
            <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
          </a>
        )}
      </div>
    </section>
  );
}
