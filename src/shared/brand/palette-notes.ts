import type { BrandLook } from './brand-look.ts';
import { colourDistance, isRed, type ThemeName } from './colour.ts';
import { makePalette } from './palette.ts';
import { hasDefaultColours } from './stylesheet.ts';

/** Closer colours look the same to most people. */
const noticeable = 0.05;

/** Tells staff where and why the site shows another colour than theirs. Empty for the default colours. */
export function describePalette(look: BrandLook): string[] {
  if (hasDefaultColours(look)) return [];
  const palette = makePalette(look);
  const notes = (['light', 'dark'] as const).flatMap((theme) => describeTheme(look, theme, palette[theme]));
  if (isRed(look.accent)) notes.push('Warnings are crimson, so that they differ from your colour.');
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
