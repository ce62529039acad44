import { fnvHashOf } from '../fnv-hash.ts';
import { type BrandLook, defaultLook } from './brand-look.ts';
import {
  colourDistance,
  type Hex,
  resemblesWarningColour,
  type ThemeColours,
  type ThemeName,
} from './colour.ts';
import { headingFontRules } from './heading-fonts.ts';
import { makePalette } from './palette.ts';

/** Increase this when the colours or drawings of a look change, so that browsers do not use cached files. */
const revision = 6;

/** Undefined for the default look, which has no files. */
export function brandLookHash(look: BrandLook): string | undefined {
  const facts = factsOf(look);
  return facts === factsOf(defaultLook) ? undefined : fnvHashOf(`${revision} ${facts}`).toString(36);
}

function factsOf({ accent, paper, corners, drawings, heading_font }: BrandLook): string {
  // Without the default font, so that looks from before fonts could be chosen keep their hash.
  const font = heading_font === defaultLook.heading_font ? [] : [heading_font];
  return JSON.stringify([accent, paper, corners, drawings, ...font]);
}

export function cssPropertiesOf(colours: ThemeColours): Record<string, Hex> {
  return Object.fromEntries(
    Object.entries(colours).map(([name, colour]) => [
      `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      colour,
    ]),
  );
}

/** Loaded after the built style sheet, and replaces its look. `fonts` are addresses by name without extension. */
export function makeStylesheet(look: BrandLook, fonts: ReadonlyMap<string, string> = new Map()): string {
  const rules = [cornerRules(look), headingFontRules(look.heading_font, fonts), colourRules(look)];
  return [...rules.flat(), ''].join('\n');
}

function cornerRules({ corners }: BrandLook): string[] {
  return corners === defaultLook.corners ? [] : [`:root{--radius:${corners}px}`];
}

function colourRules(look: BrandLook): string[] {
  if (hasDefaultColours(look)) return [];
  const { light, dark } = makePalette(look);
  // The daylight is a colour on which all text can be read.
  const declare = (colours: ThemeColours, daylight: 'wash' | 'deep') =>
    [
      ...Object.entries(cssPropertiesOf(colours)).map(([name, colour]) => `${name}:${colour}`),
      `--daylight:var(--${daylight})`,
    ].join(';');
  const darkRule = (selector: string) => `${selector}{${declare(dark, 'deep')}}`;
  return [
    `:root{${declare(light, 'wash')}}`,
    `@media screen and (prefers-color-scheme:dark){${darkRule(':root:not([data-mantine-color-scheme="light"])')}}`,
    `@media screen{${darkRule(':root[data-mantine-color-scheme="dark"]')}}`,
  ];
}

export function hasDefaultColours({ accent, paper }: BrandLook): boolean {
  return accent === defaultLook.accent && paper === defaultLook.paper;
}

export function hasDefaultDrawings(look: BrandLook): boolean {
  return hasDefaultColours(look) && look.drawings !== 'grey';
}

/** Closer colours look the same to most people. */
const noticeable = 0.05;

/** Tells staff where and why the site shows another colour than theirs. Empty for the default colours. */
export function describePalette(look: BrandLook): string[] {
  if (hasDefaultColours(look)) return [];
  const palette = makePalette(look);
  const notes = (['light', 'dark'] as const).flatMap((theme) => describeTheme(look, theme, palette[theme]));
  if (resemblesWarningColour(look.accent))
    notes.push('Warnings are crimson, so that they differ from your colour.');
  return notes;
}

function describeTheme(
  { accent: own }: BrandLook,
  theme: ThemeName,
  { accent, fill, fillEdge }: { accent: string; fill: string; fillEdge: string },
): string[] {
  const isOther = (colour: string) => colourDistance(colour as typeof own, own) > noticeable;
  const notes: string[] = [];
  if (isOther(accent)) notes.push(`Links are ${accent} on the ${theme} page, so that they can be read.`);
  if (isOther(fill))
    notes.push(`Buttons are ${fill} on the ${theme} page: your colour would not be seen there.`);
  else if (fill !== own)
    notes.push(`Buttons on the ${theme} page are ${fill}, a touch darker, so that their text can be read.`);
  if (fillEdge !== fill) notes.push(`Buttons on the ${theme} page have an edge in ${fillEdge}.`);
  return notes;
}
