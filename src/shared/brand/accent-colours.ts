import { contrast, distance, fromOklch, type Hex, luminance, toOklch } from './colour.ts';
import { hueWhenDarker, isGrey } from './hues.ts';
import { backgroundsOf, edgeContrast, isReadable, moveLightness, textContrast, tintsOf } from './readable.ts';
import type { Backgrounds, ThemeColours, ThemeName } from './theme-types.ts';

type AccentColours = Pick<
  ThemeColours,
  'accent' | 'fill' | 'fillHover' | 'onFill' | 'fillEdge' | 'fillEdgeHover'
>;

const white: Hex = '#ffffff';

export function makeAccentColours(brand: Hex, backgrounds: Backgrounds, theme: ThemeName): AccentColours {
  const accent = makeAccentText(brand, backgrounds, theme);
  const { fill, onFill } = withReadableText(isSeen(brand, backgrounds, theme) ? brand : accent);
  const fillHover = makeHover(fill, onFill);
  const edgeOf = (colour: Hex) =>
    isReadable(colour, backgroundsOf(backgrounds), edgeContrast) ? colour : accent;
  return {
    accent,
    fill,
    fillHover,
    onFill,
    fillEdge: edgeOf(fill),
    fillEdgeHover: edgeOf(fillHover),
  };
}

/** Makes the brand's colour only as much darker or lighter as text needs on every background. */
function makeAccentText(brand: Hex, backgrounds: Backgrounds, theme: ThemeName): Hex {
  const own = toOklch(brand);
  const passes = (colour: Hex) =>
    isReadable(colour, [...backgroundsOf(backgrounds), ...tintsOf(colour, backgrounds)], textContrast);
  if (theme === 'light') {
    // Light colours are darkened to 0.62. A grey of that lightness looks disabled, so a light grey becomes almost black.
    const lightness = isGrey(brand) && own.lightness > 0.62 ? 0.28 : Math.min(own.lightness, 0.62);
    const hueAt = (at: number) => hueWhenDarker(own.hue, own.lightness - at);
    return moveLightness({ ...own, lightness }, 'darker', passes, hueAt);
  }
  const lightness = isGrey(brand) && own.lightness < 0.5 ? 0.92 : Math.max(own.lightness, 0.7);
  return moveLightness({ ...own, lightness, chroma: Math.min(own.chroma, 0.17) }, 'lighter', passes);
}

/**
 * Whether a button in this colour is recognizable. On the light page, its edge is enough for a strong colour.
 */
function isSeen(brand: Hex, { paper, surface }: Backgrounds, theme: ThemeName): boolean {
  if (isReadable(brand, [paper, surface], edgeContrast)) return true;
  return theme === 'light' && toOklch(brand).chroma >= 0.06 && distance(brand, paper) >= 0.1;
}

/** Chooses white or dark text. A fill on which neither is readable becomes a little darker. */
function withReadableText(fill: Hex): Pick<AccentColours, 'fill' | 'onFill'> {
  const own = toOklch(fill);
  const ink = fromOklch({ lightness: 0.2, chroma: Math.min(own.chroma, 0.02), hue: own.hue });
  const text = [white, ink].find((colour) => contrast(colour, fill) >= textContrast);
  if (text) return { fill, onFill: text };
  const darker = moveLightness(own, 'darker', (colour) => contrast(white, colour) >= textContrast);
  return { fill: darker, onFill: white };
}

const hoverStep = 0.055;

/** Returns a different fill with at least the same contrast to its text, or else another readable one. */
function makeHover(fill: Hex, text: Hex): Hex {
  const own = toOklch(fill);
  const step = luminance(text) > luminance(fill) ? -hoverStep : hoverStep;
  const away = fromOklch({ ...own, lightness: Math.min(0.97, Math.max(0.08, own.lightness + step)) });
  if (distance(away, fill) > 0.02) return away;
  const towards = { ...own, lightness: own.lightness - step };
  const direction = step > 0 ? 'lighter' : 'darker';
  return moveLightness(towards, direction, (colour) => contrast(text, colour) >= textContrast);
}
