import { type Hex, hueDistance, toOklch } from './colour.ts';

/** The hue of warnings in the default look. */
export const vermilion = 35;

/** Returns whether a colour is so weak that its hue means nothing. */
export function isGrey(colour: Hex): boolean {
  return toOklch(colour).chroma < 0.025;
}

/** Returns whether a colour turns brown or olive when it is darkened: orange, yellow and lime do. */
export function isBrownWhenDark(colour: Hex): boolean {
  const { hue } = toOklch(colour);
  return !isGrey(colour) && hue > 42 && hue < 132;
}

/** Returns whether a colour could be mistaken for that of warnings. */
export function isRed(colour: Hex): boolean {
  const { chroma, hue } = toOklch(colour);
  return chroma > 0.1 && hueDistance(hue, vermilion) < 28;
}

const amber = 76;

/** Returns the hue that a colour takes when it is darkened by `drop` of lightness. Yellow and lime become amber: dark yellow looks dirty. */
export function hueWhenDarker(hue: number, drop: number): number {
  if (hue < 85 || hue > 128 || drop <= 0.15) return hue;
  const share = Math.min(1, (drop - 0.15) / 0.2) * 0.85;
  return hue + (amber - hue) * share;
}
