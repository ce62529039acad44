import type { Point } from './geometry.ts';
import { drawPerson } from './figures.ts';
import type { Sheet } from './sheet.ts';
import { createBlock, horizontalFace } from './solids.ts';
import { axonometric, type Box, fitToFrame, mirrorView, type View } from './projection.ts';

interface Vault {
  x: number;
  wide: number;
  rise: number;
}

/** Draws the motif 'Cloud Solutions': vaulted ceilings on slender posts, stacked and shifted like clouds. */
export function drawVaults(sheet: Sheet): string {
  const { random, pen, tone } = sheet;
  const tiers = random.whole(2, 3);
  const deep = random.between(4, 7);
  const wide = random.between(11, 17);
  const clear = random.between(2.2, 3.1);
  const [right, left] = random.pick([
    [24, 36],
    [14, 44],
    [30, 30],
    [8, 50],
    [20, 40],
  ] as const);
  const shift = random.between(-0.12, 0.12);
  const frame = random.chance(0.35)
    ? sheet.frame(-0.06 + shift, -0.02, 1.06 + shift, 1.06)
    : sheet.frame(0.09 + shift, 0.1, 0.91 + shift, 0.92);
  const view = fitToFrame(
    mirrorView(axonometric(right, left, 1), random.chance(0.5)),
    [0, wide, 0, deep, -0.2, tiers * (clear + 1.1)],
    frame,
  );
  const parts: string[] = [ground(sheet, view, wide, deep)];
  let z = 0;
  let [from, to] = [0, wide];
  for (let tier = 0; tier < tiers; tier += 1) {
    const row = vaultsOf(sheet, from, to);
    const start = random.between(0, 0.18) * deep;
    const end = deep * random.between(0.84, 1);
    parts.push(posts(sheet, view, row, start, end, z, z + clear));
    if (tier === 0) parts.push(people(sheet, view, wide, deep));
    z += clear;
    for (const vault of row) parts.push(barrel(sheet, view, vault, start, end, z));
    const loss = (to - from) * random.between(0.16, 0.34);
    const share = random.between(0, 1);
    z += 0.34 * Math.max(...row.map(({ rise }) => rise));
    [from, to] = [from + loss * share, to - loss * (1 - share)];
  }
  const x = wide * random.between(0.1, 0.5);
  const fall = [
    view(x, deep * 0.4, z * 2),
    view(x + 2, deep * 0.4, z * 2),
    view(x + 3.4, deep + 1.8, 0),
    view(x + 1.4, deep + 1.8, 0),
  ];
  return parts.join('') + pen.plane(fall, tone.daylight, tone.isDeep ? 0.13 : 0.3);
}

function vaultsOf({ random }: Sheet, from: number, to: number): Vault[] {
  const count = Math.max(1, Math.round((to - from) / random.between(2.2, 3.8)));
  const weights = Array.from({ length: count }, () => random.between(0.7, 1.5));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let x = from;
  return weights.map((weight) => {
    const wide = ((to - from) * weight) / sum;
    const vault = { x, wide, rise: wide * 0.5 * random.between(0.8, 1) };
    x += wide;
    return vault;
  });
}

function barrel(
  { pen, tone, sun }: Sheet,
  view: View,
  { x, wide, rise }: Vault,
  y0: number,
  y1: number,
  z: number,
): string {
  const strips = 14;
  const at = (step: number, y: number, share = 1): Point => {
    const angle = Math.PI * (1 - step / strips);
    return view(x + wide / 2 + (wide / 2) * share * Math.cos(angle), y, z + rise * share * Math.sin(angle));
  };
  const shell = Array.from({ length: strips }, (_, step) => {
    const slope = Math.cos(Math.PI * (1 - (step + 0.5) / strips)) * sun;
    const colour = slope > 0.62 ? tone.shaded : slope > -0.1 ? tone.lit : tone.top;
    return pen.plane([at(step, y0), at(step + 1, y0), at(step + 1, y1), at(step, y1)], colour);
  });
  const seams = [4, 7, 10].map((step) => pen.line([at(step, y0), at(step, y1)], { opacity: 0.2 }));
  const curve = (share: number) => Array.from({ length: strips + 1 }, (_, step) => at(step, y1, share));
  const mouth =
    pen.plane(curve(1), tone.isDeep ? tone.cut : tone.shaded) +
    pen.plane(curve(0.9), tone.cut, tone.isDeep ? 1 : 0.92);
  const glow = pen.plane([...curve(0.9).slice(0, 8), view(x + wide / 2, y1, z)], tone.glass, 0.28);
  const rim = pen.face([[...curve(1), ...curve(0.9).reverse()]], tone.top, { weight: 1.2 });
  const back = pen.line(
    Array.from({ length: strips + 1 }, (_, step) => at(step, y0)),
    { opacity: 0.4 },
  );
  const edge =
    pen.line([at(strips, y0), at(strips, y1)]) + pen.line([at(0, y0), at(0, y1)], { opacity: 0.3 });
  return shell.join('') + seams.join('') + back + edge + mouth + glow + rim;
}

function posts(
  { pen }: Sheet,
  view: View,
  row: readonly Vault[],
  y0: number,
  y1: number,
  z0: number,
  z1: number,
): string {
  const ends = [...row.map(({ x }) => x), ...row.slice(-1).map(({ x, wide }) => x + wide)];
  const rows = [y0 + 0.1, (y0 + y1) / 2, y1 - 0.05];
  return rows
    .flatMap((y) =>
      ends.map((x) => pen.line([view(x, y, z0), view(x, y, z1)], { weight: 1.9, opacity: 0.7 })),
    )
    .join('');
}

function ground({ pen, tone, random }: Sheet, view: View, wide: number, deep: number): string {
  const base: Box = [-0.6, wide + 0.6, -0.5, deep + 0.8, -0.22, 0];
  const cast = pen.plane(
    horizontalFace(view, 0.4, wide + 2.2, 0.4, deep + 1.9, -0.22),
    tone.shadow,
    tone.isDeep ? 0.45 : 0.24,
  );
  const light = random.between(0.15, 0.5) * wide;
  const pool = pen.plane(
    [
      view(light, 0, 0),
      view(light + 1.8, 0, 0),
      view(light + 3.2, deep + 0.8, 0),
      view(light + 1.4, deep + 0.8, 0),
    ],
    tone.daylight,
    tone.isDeep ? 0.4 : 1,
  );
  const lines: string[] = [];
  for (let x = 0; x <= wide; x += 1)
    lines.push(pen.line([view(x, -0.5, 0), view(x, deep + 0.8, 0)], { opacity: 0.15 }));
  return cast + createBlock(pen, view, base).drawing + pool + lines.join('');
}

function people({ pen, tone, random }: Sheet, view: View, wide: number, deep: number): string {
  const size = Math.abs(view(0, 0, 1.05)[1] - view(0, 0, 0)[1]);
  const guests = [0.18, 0.76].map((share) =>
    drawPerson(
      pen,
      view(wide * share + random.between(-0.8, 0.8), deep + random.between(0.15, 0.6), 0),
      size,
      tone.line,
    ),
  );
  return (
    guests.join('') +
    drawPerson(pen, view(wide * random.between(0.36, 0.58), deep + 0.45, 0), size, tone.signal)
  );
}
