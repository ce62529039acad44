import { hashOf } from '../fnv-hash.ts';
import { settingDefaults } from '../settings/defaults.ts';
import type { SiteSettings } from '../settings/site.ts';
import type { BrandPicture } from './brand.ts';
import { lookHash } from './stylesheet.ts';

type Branded = Pick<SiteSettings, 'brand'> & { company: Pick<SiteSettings['company'], 'name'> };

/** What stands for a company: its own picture, the first letter of its name, or the logo of a site that nobody has changed. */
export type SignOf<Picture> =
  | { kind: 'picture'; picture: Picture }
  | { kind: 'letter'; letter: string }
  | { kind: 'mark' };

/** Returns what stands for the company beside its name. */
export function logoOf(site: Branded): SignOf<BrandPicture> {
  const { logo } = site.brand;
  return logo ? { kind: 'picture', picture: logo } : withoutPicture(site);
}

/** What a page needs to show the logo: a picture with its address, size and version for dark pages, or a letter. */
export interface ShownLogo {
  picture?: { light: ShownPicture; dark: ShownPicture | null; hasName: boolean };
  letter?: string;
}
interface ShownPicture {
  src: string;
  width: number;
  height: number;
}

/** Returns how the logo is shown. Without a picture and a letter, it is the mark of a site that nobody has changed. */
export function shownLogo(site: Branded): ShownLogo {
  const logo = logoOf(site);
  if (logo.kind === 'mark') return {};
  if (logo.kind === 'letter') return { letter: logo.letter };
  const dark = site.brand.logo_dark;
  return {
    picture: {
      light: toShown(logo.picture),
      dark: dark && toShown(dark),
      hasName: hasName(logo.picture),
    },
  };
}

function toShown({ path, width, height }: BrandPicture): ShownPicture {
  return { src: `/${path}`, width, height };
}

/** Returns what stands for the company in a square. */
export function iconOf(site: Branded): SignOf<BrandPicture> {
  const { icon, logo } = site.brand;
  const square = icon ?? (logo && isSquare(logo) ? logo : undefined);
  return square ? { kind: 'picture', picture: square } : withoutPicture(site);
}

function withoutPicture({ company }: Branded): SignOf<never> {
  if (company.name === settingDefaults.company.name) return { kind: 'mark' };
  const [letter = ''] = company.name.match(/[\p{L}\p{N}]/u) ?? [...company.name];
  return { kind: 'letter', letter: letter.toUpperCase() };
}

function isSquare({ width, height }: BrandPicture): boolean {
  return Math.max(width, height) / Math.min(width, height) <= 1.25;
}

/** Returns whether a logo most likely contains the company's name, which is then not repeated beside it. */
export function hasName({ width, height }: Pick<BrandPicture, 'width' | 'height'>): boolean {
  return width / height > 1.6;
}

/** Returns a name of everything that pictures of the brand depend on. Undefined for a site that nobody has changed. */
export function brandVersion(site: Branded): string | undefined {
  const { logo, icon } = site.brand;
  const look = lookHash(site.brand);
  const sign = withoutPicture(site);
  if (!look && !logo && !icon && sign.kind === 'mark') return undefined;
  const letter = sign.kind === 'letter' ? sign.letter : '';
  return hashOf(JSON.stringify([look, logo?.path, icon?.path, letter])).toString(36);
}
