import IconArrowRight from 'icon:arrow-right';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { cityLine } from '../../../src/shared/settings/standard-lists.ts';
import { toMailto } from '../../../src/shared/account-fields.ts';
import { meaningfulText } from '../../../src/shared/meaningful-text.ts';
import { withDirectionIsolates } from '../../../src/shared/text-direction.ts';
import { OpeningPicture, useHasOpeningPicture } from '../components/opening-picture.tsx';
import { OpenNow } from '../components/open-now.tsx';
import { PhoneLink } from '../components/phone-link.tsx';
import { ThemePicture } from '../components/theme-picture.tsx';
import { drawings } from '../drawings/drawings.ts';

/** Returns whether a headline needs the smaller size, so that it does not overlap the drawing. */
function isLong(headline: string): boolean {
  return headline.length > 28 || headline.split(/\s/).some((word) => word.length > 10);
}

const longest = 60;

/** A longer sentence is no headline. */
const longestSentence = 140;

/** Returns the class for the size of a headline. Only a poster has a size of its own for the longest ones. */
function sizeOf(headline: string): string | undefined {
  if (!isLong(headline)) return undefined;
  return headline.length > longest ? 'hero-long hero-longest' : 'hero-long';
}

/**
 * The headline and the introduction. The name is in the bar above, so a company without a slogan opens with the first
 * sentence about it.
 */
function openingWords({ heading, intro }: Record<'heading' | 'intro', string>, name: string) {
  const [first = '', ...others] = intro.split(/(?<=[.!?…])\s+/);
  const isName = heading.trim() === name.trim();
  return isName && meaningfulText(first) && first.length <= longestSentence
    ? { heading: first, intro: others.join(' ') }
    : { heading, intro };
}

/**
 * The first section of the home page: headline, introduction and buttons. Beside them is a photo, a drawing or nothing,
 * or below them a photo over the whole width.
 * On a poster, the facts that visitors look for are below them.
 */
export function Hero() {
  const { brand, company, pages, texts } = useSiteSettings();
  const { opening, services_button, quotation_button, quotation_path } = pages.home;
  const { heading, intro } = openingWords(pages.home, company.name);
  const services = { label: services_button, path: sitePaths.services };
  const ask = { label: quotation_button, path: quotation_path || sitePaths.quotations };
  // Who comes for an appointment finds it first.
  const actions = quotation_path ? [ask, services] : [services, ask];
  const hasPhoto = useHasOpeningPicture('home') && ['picture', 'wide'].includes(opening);
  const isPoster = opening === 'poster';
  const isWide = hasPhoto && opening === 'wide';
  const mayHaveDrawing = opening === 'picture' || opening === 'drawing';
  const hasDrawing = mayHaveDrawing && !hasPhoto && brand.drawings !== 'off';
  return (
    <section
      className={`hero ${isPoster ? 'on-colour hero-poster' : isWide ? 'on-colour hero-wide' : 'daylight'}`}
      aria-labelledby="hero-title"
    >
      <div className="hall hero-grid">
        <div className="hero-words">
          <h1 id="hero-title" className={sizeOf(heading)}>
            {heading}
          </h1>
          {intro && <p className="lead">{intro}</p>}
          <p className="hero-actions">
            {actions
              .filter(({ label }) => label)
              .map(({ label, path }, at) => (
                <a key={path} className={at === 0 ? 'button' : 'button button-quiet'} href={path}>
                  {label}
                  {at === 0 && <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />}
                </a>
              ))}
          </p>
          {isPoster ? <Facts /> : <Proof />}
        </div>
        {hasPhoto && (
          <OpeningPicture
            page="home"
            className="hero-photo"
            sizes={isWide ? '(min-width: 60rem) 100vw, 100vw' : '(min-width: 60rem) 58vw, 100vw'}
            ratios={[isWide ? 21 / 9 : 1, 4 / 3]}
          />
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

/** Opening hours, address, phone and email, and the year of foundation. */
function Facts() {
  const { company, pages } = useSiteSettings();
  const { street } = company.address;
  const hours = company.opening_hours.filter(Boolean);
  const address = [street, cityLine(company.address)].filter(Boolean);
  const lines = (texts: readonly string[]) =>
    texts.map((text) => <span key={text}>{withDirectionIsolates(text)}</span>);
  return (
    <ul className="hero-facts">
      {hours.length > 0 && (
        <li>
          <OpenNow />
          {lines(hours)}
        </li>
      )}
      {address.length > 0 && <li>{lines(address)}</li>}
      {(company.phone || company.email) && (
        <li>
          {company.phone && <PhoneLink />}
          {company.email && <a href={toMailto(company.email)}>{company.email}</a>}
        </li>
      )}
      {company.since && (
        <li>
          <span>
            {pages.about.since_label} {company.since}
          </span>
        </li>
      )}
    </ul>
  );
}

/** The first achievement. */
function Proof() {
  const { company, lists } = useSiteSettings();
  // The founding year says less than any other achievement, so it is skipped.
  const achievement = lists.achievements.find(({ figure }) => figure !== String(company.since));
  if (!achievement) return null;
  return (
    <p className="hero-proof">
      <strong>{achievement.figure}</strong> {achievement.label}
    </p>
  );
}
