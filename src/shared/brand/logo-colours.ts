import { distance, type Hex } from './colour.ts';
import { isGrey } from './hues.ts';

const maxColours = 3;
/** Colours that are nearer to each other are shades of one colour. */
const sameWithin = 0.12;
/** Rarer colours are the blurred edges between others. */
const leastShare = 0.02;
const opaque = 128;

interface Tally {
  colour: Hex;
  count: number;
}

/** Returns the main colours of a picture, the most frequent first, and greys last. `pixels` are its bytes as RGBA. */
export function findMainColours(pixels: Uint8Array): Hex[] {
  const tallies = tally(pixels);
  const total = tallies.reduce((sum, { count }) => sum + count, 0);
  const main: Tally[] = [];
  for (const { colour, count } of tallies) {
    const shade = main.find((other) => distance(other.colour, colour) < sameWithin);
    if (shade) shade.count += count;
    else main.push({ colour, count });
  }
  return main
    .filter(({ count }) => count >= total * leastShare)
    .sort((a, b) => Number(isGrey(a.colour)) - Number(isGrey(b.colour)) || b.count - a.count)
    .slice(0, maxColours)
    .map(({ colour }) => colour);
}

/** Counts pixels by the upper four bits of each channel. Returns the mean colour of each group, the most frequent first. */
function tally(pixels: Uint8Array): Tally[] {
  const groups = new Map<number, [red: number, green: number, blue: number, count: number]>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < opaque) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const sum = groups.get(key) ?? [0, 0, 0, 0];
    groups.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1]);
  }
  return [...groups.values()]
    .map(([red, green, blue, count]) => ({ colour: toHex([red, green, blue], count), count }))
    .sort((a, b) => b.count - a.count);
}

function toHex(sums: readonly number[], count: number): Hex {
  const parts = sums.map((sum) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}
