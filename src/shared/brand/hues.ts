import { type Hex, hueDistance, toOklch } from './colour.ts';

export const warningHue = 35;

export function isGrey(colour: Hex): boolean {
  return toOklch(colour).chroma < 0.025;
}

/** Returns whether the colour looks brown or olive when it is darkened, as orange, yellow and lime do. */
export function isBrownWhenDark(colour: Hex): boolean {
  const { hue } = toOklch(colour);
  return !isGrey(colour) && hue > 42 && hue < 132;
}

/** Returns whether the colour is so close to the colour of warnings that people could confuse the two. */
export function isRed(colour: Hex): boolean {
  const { chroma, hue } = toOklch(colour);
  return chroma > 0.1 && hueDistance(hue, warningHue) < 28;
}

const amber = 76;
const leafGreen = 138;
/** The smallest hue that counts as lime. Pure yellow has the hue 110. */
const firstLime = 113;

/**
 * Returns the hue of a darkened colour. `drop` is how much lightness the colour loses. Dark yellow and dark
 * lime look dirty. Yellow therefore moves towards amber, and lime towards green. Other hues remain unchanged.
 */
export function hueWhenDarker(hue: number, drop: number): number {
  if (hue < 85 || hue > 132 || drop <= 0.15) return hue;
  const share = Math.min(1, (drop - 0.15) / 0.2) * 0.85;
  return hue + ((hue < firstLime ? amber : leafGreen) - hue) * share;
}
