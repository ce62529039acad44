import { fnvHashOf } from '../fnv-hash.ts';
import { settingDefaults } from '../settings/defaults.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { type BrandPicture, initialOf } from './brand-look.ts';
import { brandLookHash } from './stylesheet.ts';

interface Branded extends Pick<SiteSettings, 'brand'> {
  company: Pick<SiteSettings['company'], 'name'>;
  region: Pick<SiteSettings['region'], 'language'>;
}

/** The company's own picture, the first letter of its name, or the default logo (`mark`). */
export type LogoOrIcon<Picture> =
  | { kind: 'picture'; picture: Picture }
  | { kind: 'letter'; letter: string }
  | { kind: 'mark' };

export function logoOfSite(site: Branded): LogoOrIcon<BrandPicture> {
  const { logo } = site.brand;
  return logo ? { kind: 'picture', picture: logo } : withoutPicture(site);
}

export interface ShownLogo {
  picture?: { light: ShownPicture; dark: ShownPicture | null; hasName: boolean };
  letter?: string;
}
interface ShownPicture {
  src: string;
  width: number;
  height: number;
}

/** Empty for the default logo. */
export function shownLogoOfSite(site: Branded): ShownLogo {
  const logo = logoOfSite(site);
  if (logo.kind === 'mark') return {};
  if (logo.kind === 'letter') return { letter: logo.letter };
  const dark = site.brand.logo_dark;
  return {
    picture: {
      light: toShown(logo.picture),
      dark: dark && toShown(dark),
      hasName: isWideEnoughForName(logo.picture),
    },
  };
}

function toShown({ path, width, height }: BrandPicture): ShownPicture {
  return { src: `/${path}`, width, height };
}

export function iconOfSite(site: Branded): LogoOrIcon<BrandPicture> {
  const { icon, logo } = site.brand;
  const square = icon ?? (logo && isSquare(logo) ? logo : undefined);
  return square ? { kind: 'picture', picture: square } : withoutPicture(site);
}

function withoutPicture({ company, region }: Branded): LogoOrIcon<never> {
  if (company.name === settingDefaults.company.name) return { kind: 'mark' };
  return { kind: 'letter', letter: initialOf(company.name, region.language) };
}

function isSquare({ width, height }: BrandPicture): boolean {
  return Math.max(width, height) / Math.min(width, height) <= 1.25;
}

/** So wide that it probably contains the company's name, which pages then do not show next to it. */
export function isWideEnoughForName({ width, height }: Pick<BrandPicture, 'width' | 'height'>): boolean {
  return width / height > 1.6;
}

/** For addresses of icons and share cards. Changes whenever these do. Undefined for the default brand. */
export function brandVersion(site: Branded): string | undefined {
  const { logo, icon } = site.brand;
  const look = brandLookHash(site.brand);
  const sign = withoutPicture(site);
  if (!look && !logo && !icon && sign.kind === 'mark') return undefined;
  const letter = sign.kind === 'letter' ? sign.letter : '';
  return fnvHashOf(JSON.stringify([look, logo?.path, icon?.path, letter])).toString(36);
}
