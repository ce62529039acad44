import { contrast, fromOklch, type Hex, mix, type Oklch } from './colour.ts';
import type { Backgrounds } from './theme-types.ts';

// The contrast ratios that WCAG 2.2 AA requires are 4.5 and 3. The margin compensates for blending and
// rounding in browsers.
export const textContrast = 4.6;
export const edgeContrast = 3.05;

export function backgroundsOf({ paper, surface, sunk, wash }: Backgrounds): Hex[] {
  return [paper, surface, sunk, wash];
}

/**
 * Returns the tints of a colour that the panel shows behind text in this colour, for example behind the
 * current menu entry.
 */
export function tintsOf(colour: Hex, { surface, sunk }: Backgrounds): Hex[] {
  return [mix(colour, 0.09, surface), mix(colour, 0.14, surface), mix(colour, 0.14, sunk)];
}

export function isReadable(text: Hex, backgrounds: readonly Hex[], least = textContrast): boolean {
  return backgrounds.every((background) => contrast(text, background) >= least);
}

const step = 0.004;

/**
 * Makes a colour darker or lighter until `passes` returns true, and returns the result. If no lightness
 * passes, returns black or white. `toneAt` returns the chroma and the hue for a lightness. By default, both
 * remain unchanged.
 */
export function moveLightness(
  { lightness, chroma, hue }: Oklch,
  direction: 'darker' | 'lighter',
  passes: (colour: Hex) => boolean,
  toneAt: (lightness: number) => Pick<Oklch, 'chroma' | 'hue'> = () => ({ chroma, hue }),
): Hex {
  const change = direction === 'darker' ? -step : step;
  for (let at = lightness; at > 0 && at < 1; at += change) {
    const tone = toneAt(at);
    const colour = fromOklch({ lightness: at, chroma: tone.chroma, hue: tone.hue });
    if (passes(colour)) return colour;
  }
  return direction === 'darker' ? '#000000' : '#ffffff';
}
