import './mission-band.css';
import { IconArrowRight } from '@tabler/icons-react';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../shared/site-paths.ts';

/** The company's mission on a dark background, with two figures. */
export function MissionBand() {
  return (
    <section className="mission-band" aria-labelledby="mission-title">
      <div className="hall mission-grid">
        <h2 id="mission-title" className="mission-label">
          Our mission
        </h2>
        <p className="mission-statement">{company.mission}</p>
        <dl className="mission-figures">
          {company.achievements.slice(0, 2).map(({ figure, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <a className="onward" href={paths.about}>
          About us
          <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
        </a>
      </div>
    </section>
  );
}
