import './hero.css';
import { IconArrowRight } from '@tabler/icons-react';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../shared/site-paths.ts';
import { ThemePicture } from '../components/themed-image.tsx';
import { drawings } from '../drawings/drawings.ts';

const sceneInWords =
  'A section through a tall building: daylight falls through the glass roof of its hall, people work on the floors around it.';

/** Returns whether a headline needs the smaller size, so that it does not run into the drawing. */
function isLong(headline: string): boolean {
  return headline.length > 28 || headline.split(/\s/).some((word) => word.length > 10);
}

/** The first screen of the home page: headline, text and a drawing beside them. */
export function Hero() {
  return (
    <section className="hero plan-lines" aria-labelledby="hero-title">
      <div className="hall hero-grid">
        <div className="hero-words">
          <h1 id="hero-title" className={isLong(company.tagline) ? 'hero-long' : undefined}>
            {company.tagline}
          </h1>
          <p className="lead">{company.description}</p>
          <p className="hero-actions">
            <a className="button" href={paths.services}>
              See what we do
              <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
            </a>
            <a className="button button-quiet" href={paths.quotations}>
              Ask for a quotation
            </a>
          </p>
        </div>
        <div className="hero-drawing">
          <ThemePicture drawing={drawings.hero} alt={sceneInWords} isFirst />
        </div>
      </div>
    </section>
  );
}
