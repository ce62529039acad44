import type { BrandLook } from './brand-look.ts';
import { fromOklch, type Hex, blendOver, toOklch } from './colour.ts';
import { isBrownWhenDark, isGrey } from './hues.ts';
import { backgroundsOf, edgeContrast, isReadable, textContrast } from './readable-colours.ts';
import type { Backgrounds, ThemeColours, ThemeName } from './theme-types.ts';

type Neutrals = Pick<ThemeColours, 'ink' | 'quiet' | 'line' | 'lineStrong'> & Backgrounds;

/** The hue of the `warm` page background. */
const warmHue = 95;
/**
 * The neutral colours are as colourful as those of the default look if the accent has at least this chroma. If the
 * accent has a lower chroma, the neutral colours are less colourful.
 */
const fullChroma = 0.07;

/**
 * Returns the neutral colours of a theme: the backgrounds, the text colours and the colours of lines. Their
 * lightness is almost the same for every look. Their hue and chroma follow the look.
 */
export function makeNeutrals({ accent, paper: kind }: BrandLook, theme: ThemeName): Neutrals {
  const { lightness: ownLightness, chroma, hue: own } = toOklch(accent);
  const hue = isGrey(accent) ? warmHue : own;
  const share = Math.min(1, chroma / fullChroma);
  const white = (lightness: number, most: number) => {
    if (kind === 'plain') return fromOklch({ lightness, chroma: 0, hue });
    return fromOklch({
      lightness,
      chroma: kind === 'warm' ? most : most * share,
      hue: kind === 'warm' ? warmHue : hue,
    });
  };
  if (theme === 'light') {
    const backgrounds = {
      paper: kind === 'plain' ? '#ffffff' : white(0.985, 0.006),
      surface: '#ffffff',
      sunk: white(0.955, 0.009),
      wash: fromOklch({ lightness: 0.945, chroma: washChroma(ownLightness) * share, hue }),
    } as const;
    return withText(backgrounds, fromOklch({ lightness: 0.22, chroma: 0.02 * share, hue }), 0.7, 0.12);
  }
  // Colours that look brown when they are dark get only half of the chroma.
  const tint = isBrownWhenDark(accent) ? share / 2 : share;
  const dark = (lightness: number, most: number) => fromOklch({ lightness, chroma: most * tint, hue });
  const backgrounds = {
    paper: dark(0.19, 0.015),
    surface: dark(0.235, 0.018),
    sunk: dark(0.165, 0.014),
    wash: dark(0.27, 0.03),
  };
  return withText(backgrounds, blendOver(white(0.985, 0.006), 0.92, backgrounds.paper), 0.72, 0.14);
}

/**
 * Returns the chroma of `wash`, the background of selected elements. A pale accent gets a higher chroma. The text
 * colour that is made from a pale accent hardly resembles the brand's colour, so the background must show it.
 */
function washChroma(lightness: number): number {
  return 0.018 + 0.03 * Math.min(1, Math.max(0, (lightness - 0.7) / 0.15));
}

const controlEdge = 0.6;
const opacityStep = 0.01;

function withText(backgrounds: Backgrounds, ink: Hex, quietOpacity: number, lineOpacity: number): Neutrals {
  const faded = (opacity: number) => blendOver(ink, opacity, backgrounds.paper);
  const fadedUntil = (opacity: number, least: number): Hex => {
    if (opacity >= 1) return ink;
    const colour = faded(opacity);
    return isReadable(colour, backgroundsOf(backgrounds), least)
      ? colour
      : fadedUntil(opacity + opacityStep, least);
  };
  return {
    ...backgrounds,
    ink,
    quiet: fadedUntil(quietOpacity, textContrast),
    line: faded(lineOpacity),
    lineStrong: fadedUntil(controlEdge, edgeContrast),
  };
}
