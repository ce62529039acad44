import './hero.css';
import IconArrowRight from 'icon:arrow-right';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { OpeningPicture, useHasOpeningPicture } from '../components/opening-picture.tsx';
import { ThemePicture } from '../components/theme-picture.tsx';
import { drawings } from '../drawings/drawings.ts';

/** Returns whether a headline needs the smaller size, so that it does not overlap the drawing. */
function isLong(headline: string): boolean {
  return headline.length > 28 || headline.split(/\s/).some((word) => word.length > 10);
}

/**
 * The first section of the home page: headline, introduction and buttons, and beside them a photo, a drawing
 * or nothing.
 */
export function Hero({ clients }: { clients: readonly { id: number; name: string }[] }) {
  const { brand, pages, texts } = useSiteSettings();
  const { opening, heading, intro, services_button, quotation_button } = pages.home;
  const hasPhoto = useHasOpeningPicture('home') && opening === 'picture';
  const hasDrawing = !hasPhoto && opening !== 'words' && brand.drawings !== 'off';
  return (
    <section className="hero plan-lines" aria-labelledby="hero-title">
      <div className="hall hero-grid">
        <div className="hero-words">
          <h1 id="hero-title" className={isLong(heading) ? 'hero-long' : undefined}>
            {heading}
          </h1>
          {intro && <p className="lead">{intro}</p>}
          <p className="hero-actions">
            {services_button && (
              <a className="button" href={sitePaths.services}>
                {services_button}
                <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
              </a>
            )}
            {quotation_button && (
              <a className="button button-quiet" href={sitePaths.quotations}>
                {quotation_button}
              </a>
            )}
          </p>
          <Proof clients={clients} />
        </div>
        {hasPhoto && (
          <OpeningPicture page="home" className="hero-photo" sizes="(min-width: 60rem) 58vw, 100vw" />
        )}
        {hasDrawing && (
          <div className="hero-drawing">
            <ThemePicture drawing={drawings.hero} alt={texts.pictures.hero} isFirst />
            <div className="hero-daylight" aria-hidden="true">
              <ThemePicture drawing={drawings.daylight} isFirst />
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

const mostNames = 5;

/** The names of some clients, or an achievement if there are no clients. */
function Proof({ clients }: { clients: readonly { id: number; name: string }[] }) {
  const { company, lists, texts } = useSiteSettings();
  // The founding year says less than any other achievement, so it is skipped.
  const achievement = lists.achievements.find(({ figure }) => figure !== String(company.since));
  if (clients.length > 0) {
    return (
      <p className="hero-proof">
        <strong>{texts.proof.clients}</strong>{' '}
        {clients
          .slice(0, mostNames)
          // A name is not broken at its spaces, and no line begins with a dot.
          .map(({ name }) => name.replaceAll(' ', '\u00a0'))
          .join('\u00a0· ')}
      </p>
    );
  }
  if (!achievement) return null;
  return (
    <p className="hero-proof">
      <strong>{achievement.figure}</strong> {achievement.label}
    </p>
  );
}
