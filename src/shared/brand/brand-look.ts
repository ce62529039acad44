import type { Hex } from './colour.ts';
import type { HeadingFontName } from './heading-fonts.ts';
import type { PictureLook } from './picture-treatment.ts';

export const pageBackgrounds = ['warm', 'plain', 'tinted'] as const;
const cornerSizes = ['0', '4', '8', '16'] as const;
const drawingStyles = ['accent', 'grey', 'off'] as const;

export interface BrandLook {
  accent: Hex;
  /** The background of pages: a warm white, pure white, or white with a tint of the accent. */
  paper: (typeof pageBackgrounds)[number];
  corners: (typeof cornerSizes)[number];
  /** In the colours of the accent, grey with one spot in the accent, or none. */
  drawings: (typeof drawingStyles)[number];
  heading_font: HeadingFontName;
}

export interface BrandPicture {
  path: string;
  width: number;
  height: number;
}

export interface SiteBrand extends BrandLook, PictureLook {
  logo: BrandPicture | null;
  /** For dark backgrounds. If null, `logo` is shown on a light plate. */
  logo_dark: BrandPicture | null;
  icon: BrandPicture | null;
}

/** The look until somebody changes it. `client/styles/tokens.css` has the same colours. */
export const defaultLook: BrandLook = {
  accent: '#1b5947',
  paper: 'warm',
  corners: '8',
  drawings: 'accent',
  heading_font: 'bricolage-grotesque',
};

/** The letter of a company without a picture as its logo. */
export function initialOf(name: string, language: string | undefined): string {
  const [letter = ''] = name.match(/[\p{L}\p{N}]/u) ?? [...name];
  return letter.toLocaleUpperCase(language);
}
