import { colourDistance, type Hex, isGrey } from './colour.ts';

const maxColours = 3;
/** Closer colours count as shades of one. */
const sameWithin = 0.12;
/** The least share of the pixels. Rarer colours are blurred edges between others. */
const leastShare = 0.02;
const opaque = 128;

interface Tally {
  colour: Hex;
  count: number;
}

/**
 * At most three main colours of a logo, the most frequent first and greys last. `pixels` has four bytes for each: red,
 * green, blue and alpha. Mostly transparent ones are ignored.
 */
export function findMainColours(pixels: Uint8Array): Hex[] {
  const tallies = tally(pixels);
  const total = tallies.reduce((sum, { count }) => sum + count, 0);
  const main: Tally[] = [];
  for (const { colour, count } of tallies) {
    const shade = main.find((other) => colourDistance(other.colour, colour) < sameWithin);
    if (shade) shade.count += count;
    else main.push({ colour, count });
  }
  return main
    .filter(({ count }) => count >= total * leastShare)
    .sort((a, b) => Number(isGrey(a.colour)) - Number(isGrey(b.colour)) || b.count - a.count)
    .slice(0, maxColours)
    .map(({ colour }) => colour);
}

/** Groups pixels by the upper four bits of their channels, under their most frequent colour. Largest first. */
function tally(pixels: Uint8Array): Tally[] {
  const exact = new Map<number, number>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const colour = (red << 16) | (green << 8) | blue;
    if (alpha >= opaque) exact.set(colour, (exact.get(colour) ?? 0) + 1);
  }
  const groups = Map.groupBy(
    [...exact].sort(([, one], [, other]) => other - one),
    ([colour]) => colour & 0xf0f0f0,
  );
  return [...groups.values()]
    .map((group) => ({
      colour: toHex(group[0]![0]),
      count: group.reduce((sum, [, count]) => sum + count, 0),
    }))
    .sort((one, other) => other.count - one.count);
}

function toHex(colour: number): Hex {
  return `#${colour.toString(16).padStart(6, '0')}`;
}
