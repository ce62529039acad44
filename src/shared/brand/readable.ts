import { contrast, fromOklch, type Hex, mix, type Oklch } from './colour.ts';
import type { Backgrounds } from './theme-colours.ts';

// The contrast that WCAG 2.2 AA demands, with a margin for text: browsers blend and round.
export const textContrast = 4.6;
export const edgeContrast = 3.05;

export function backgroundsOf({ paper, surface, sunk, wash }: Backgrounds): Hex[] {
  return [paper, surface, sunk, wash];
}

/** Returns the tints of a colour that the panel uses behind text, such as the current entry of the menu. */
export function tintsOf(colour: Hex, { surface, sunk }: Backgrounds): Hex[] {
  return [mix(colour, 0.09, surface), mix(colour, 0.14, surface), mix(colour, 0.14, sunk)];
}

export function isReadable(text: Hex, backgrounds: readonly Hex[], least = textContrast): boolean {
  return backgrounds.every((background) => contrast(text, background) >= least);
}

const step = 0.004;

/**
 * Returns the colour with the nearest lightness that passes a test, darker or lighter. Black or white if none does. `hueAt` may change the
 * hue with the lightness.
 */
export function moveLightness(
  { lightness, chroma, hue }: Oklch,
  direction: 'darker' | 'lighter',
  passes: (colour: Hex) => boolean,
  hueAt: (lightness: number) => number = () => hue,
): Hex {
  const change = direction === 'darker' ? -step : step;
  for (let at = lightness; at > 0 && at < 1; at += change) {
    const colour = fromOklch({ lightness: at, chroma, hue: hueAt(at) });
    if (passes(colour)) return colour;
  }
  return direction === 'darker' ? '#000000' : '#ffffff';
}
