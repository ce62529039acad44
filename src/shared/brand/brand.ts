import type { Hex } from './colour.ts';
import type { HeadingFontName } from './heading-fonts.ts';

export const papers = ['warm', 'plain', 'tinted'] as const;
export const cornerSizes = ['0', '4', '8', '16'] as const;
export const drawingStyles = ['accent', 'grey', 'off'] as const;

/** What a company chooses for the look of its site. */
export interface BrandLook {
  accent: Hex;
  /** The background of the pages: a warm white, pure white, or a tint of the accent. */
  paper: (typeof papers)[number];
  /** The radius of corners in pixels. */
  corners: (typeof cornerSizes)[number];
  /** The colours of the drawings: those of the accent, or grey with one spot of the accent. Off: pages have none. */
  drawings: (typeof drawingStyles)[number];
  heading_font: HeadingFontName;
}

/** A picture that a company has uploaded for its brand, with its size in pixels. */
export interface BrandPicture {
  path: string;
  width: number;
  height: number;
}

/** The brand of a site: its look and its own pictures. */
export interface SiteBrand extends BrandLook {
  logo: BrandPicture | null;
  /** The logo on dark backgrounds. Null: the logo is on a light plate there. */
  logo_dark: BrandPicture | null;
  icon: BrandPicture | null;
}

/** The look of a site that nobody has changed. Its colours are those of `client/styles/tokens.css`. */
export const defaultLook: BrandLook = {
  ...{ accent: '#1b5947', paper: 'warm', corners: '8', drawings: 'accent' },
  heading_font: 'bricolage-grotesque',
};
