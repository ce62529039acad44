import { type Hex, hueDistance, toOklch } from './colour.ts';

export const vermilion = 35;

export function isGrey(colour: Hex): boolean {
  return toOklch(colour).chroma < 0.025;
}

/** Orange, yellow and lime turn brown or olive when they are darkened. */
export function isBrownWhenDark(colour: Hex): boolean {
  const { hue } = toOklch(colour);
  return !isGrey(colour) && hue > 42 && hue < 132;
}

/** Whether a colour could be mistaken for the colour of warnings. */
export function isRed(colour: Hex): boolean {
  const { chroma, hue } = toOklch(colour);
  return chroma > 0.1 && hueDistance(hue, vermilion) < 28;
}

const amber = 76;
const leafGreen = 138;
/** Pure yellow has 110. */
const firstLime = 113;

/** `drop` is the loss of lightness. Yellow becomes amber and lime becomes green, because both look dirty when they are dark. */
export function hueWhenDarker(hue: number, drop: number): number {
  if (hue < 85 || hue > 132 || drop <= 0.15) return hue;
  const share = Math.min(1, (drop - 0.15) / 0.2) * 0.85;
  return hue + ((hue < firstLime ? amber : leafGreen) - hue) * share;
}
