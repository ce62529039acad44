import type { Point } from './geometry.ts';
import { drawPerson } from './figures.ts';
import type { Sheet } from './sheet.ts';
import { faceAlongX, faceAlongY, drawFloorGrid, horizontalFace } from './solids.ts';
import { axonometric, type Box, fitToFrame, type View } from './projection.ts';

/** A part of the layout of a screen. Positions are shares of the screen's width and height. */
type Part = readonly [
  left: number,
  bottom: number,
  right: number,
  top: number,
  kind: 'glass' | 'open' | 'solid' | 'lines' | 'round',
];

const layouts: readonly [readonly Part[], ...(readonly Part[])[]] = [
  [
    [0.06, 0.84, 0.94, 0.93, 'solid'],
    [0.06, 0.3, 0.6, 0.78, 'glass'],
    [0.66, 0.3, 0.94, 0.78, 'lines'],
    [0.06, 0.07, 0.94, 0.24, 'open'],
  ],
  [
    [0.06, 0.08, 0.28, 0.93, 'solid'],
    [0.34, 0.56, 0.94, 0.93, 'glass'],
    [0.34, 0.08, 0.62, 0.5, 'open'],
    [0.68, 0.08, 0.94, 0.5, 'lines'],
  ],
  [
    [0.06, 0.5, 0.94, 0.93, 'glass'],
    [0.06, 0.08, 0.33, 0.43, 'open'],
    [0.37, 0.08, 0.64, 0.43, 'open'],
    [0.68, 0.08, 0.94, 0.43, 'open'],
  ],
  [
    [0.06, 0.66, 0.5, 0.93, 'lines'],
    [0.56, 0.2, 0.94, 0.93, 'glass'],
    [0.06, 0.08, 0.5, 0.58, 'round'],
  ],
  [
    [0.06, 0.8, 0.4, 0.93, 'solid'],
    [0.06, 0.08, 0.94, 0.72, 'round'],
    [0.7, 0.82, 0.94, 0.91, 'lines'],
  ],
];

/** Draws the motif 'Web Development': upright screens, each divided like a web page. */
export function drawScreens(sheet: Sheet): string {
  const { random, pen, tone, sun } = sheet;
  const count = random.whole(3, 4);
  const [wide, tall] = [random.between(6.5, 9), random.between(4.2, 5.6)];
  const gap = random.between(2.6, 4);
  const slide = random.pick([0, -0.9, -1.8, -2.6] as const);
  const isAlongX = random.chance(0.5);
  const deep = (count - 1) * gap;
  const shift = random.between(-0.13, 0.13);
  const frame = random.chance(0.4)
    ? sheet.frame(-0.04 + shift, 0.06, 1.04 + shift, 1.2)
    : sheet.frame(0.09 + shift, 0.1, 0.91 + shift, 0.92);
  const [right, left] = random.pick([
    [30, 30],
    [16, 40],
    [24, 36],
    [10, 44],
    [20, 30],
  ] as const);
  const flat = axonometric(right, left, 1);
  // For screens along the other axis, x and y of the same model are exchanged.
  const turned: View = isAlongX ? flat : (x, y, z) => axonometric(left, right, 1)(y, x, z);
  const all: Box = [
    Math.min(0, slide * (count - 1)),
    wide + Math.max(0, slide * (count - 1)),
    0,
    deep,
    0,
    tall,
  ];
  const view = fitToFrame(turned, all, frame);
  const marked = count - 1;
  const drawn: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const x = slide * index;
    const y = index * gap;
    const high = tall * random.between(0.7, 1) * (index === 0 ? 1 : 1 - (index / count) * 0.3);
    drawn.push(shadow(sheet, view, x, wide, y, high, gap));
    drawn.push(screen(sheet, view, [x, x + wide, y, y + 0.12, 0, high], index === marked));
  }
  const feet = view(wide * random.between(0.2, 0.8) + slide * count, deep + gap * 0.45, 0);
  const size = Math.abs(view(0, 0, 1.6)[1] - view(0, 0, 0)[1]);
  return (
    drawFloorGrid(pen, view, [Math.floor(all[0]) - 2, all[1] + 3, -1, deep + 3], 1.5) +
    drawn.join('') +
    drawPerson(pen, feet, size, tone.line) +
    ray(sheet, view, all, sun)
  );
}

function screen(sheet: Sheet, view: View, box: Box, isMarked: boolean): string {
  const { pen, random, tone, sun } = sheet;
  const [x0, x1, y0, y1, z0, z1] = box;
  // The front of each screen faces the light.
  const front = tone.isDeep ? (sun === 1 ? tone.lit : tone.shaded) : tone.top;
  const rim = sun === 1 ? tone.shaded : tone.lit;
  const at = (u: number, v: number): Point => view(x0 + (x1 - x0) * u, y1, z0 + (z1 - z0) * v);
  const quad = ([l, b, r, t]: Part): Point[] => [at(l, b), at(r, b), at(r, t), at(l, t)];
  const layout = random.pick(layouts);
  const flips = random.chance(0.5);
  const parts = flips ? layout.map(([l, b, r, t, kind]): Part => [1 - r, b, 1 - l, t, kind]) : layout;
  const holes = parts.filter(([, , , , kind]) => kind === 'open').map(quad);
  const body =
    pen.face([faceAlongY(view, x1, y0, y1, z0, z1)], rim) +
    pen.face([horizontalFace(view, x0, x1, y0, y1, z1)], tone.top) +
    pen.face([faceAlongX(view, x0, x1, y1, z0, z1), ...holes], front, { fillOpacity: 0.93, weight: 1.2 });
  const details = parts.map((part) => {
    const [l, b, r, t, kind] = part;
    if (kind === 'glass') return pen.face([quad(part)], tone.glass, { fillOpacity: 0.7 });
    if (kind === 'solid') return pen.plane(quad(part), tone.cut, 0.9);
    if (kind === 'lines')
      return [0, 1, 2, 3, 4]
        .map((row) =>
          pen.line(
            [at(l, t - ((t - b) * row) / 5), at(row === 4 ? (l + r) / 2 : r, t - ((t - b) * row) / 5)],
            { weight: 1.4 },
          ),
        )
        .join('');
    if (kind === 'round') {
      const half = Math.min((r - l) * (x1 - x0), (t - b) * (z1 - z0)) / 2;
      const ring = Array.from({ length: 33 }, (_, step) =>
        at(
          (l + r) / 2 + (half / (x1 - x0)) * Math.cos((Math.PI * step) / 16),
          (t + b) / 2 + (half / (z1 - z0)) * Math.sin((Math.PI * step) / 16),
        ),
      );
      return pen.face([ring], tone.glass, { fillOpacity: 0.8 });
    }
    return '';
  });
  const button = isMarked ? pen.plane(quad([0.8, 0.82, 0.94, 0.93, 'solid']), tone.signal) : '';
  return body + details.join('') + button;
}

function shadow(
  { pen, tone }: Sheet,
  view: View,
  x: number,
  wide: number,
  y: number,
  high: number,
  gap: number,
): string {
  const reach = Math.min(high * 0.45, gap * 0.9);
  const points = [
    view(x, y + 0.12, 0),
    view(x + wide, y + 0.12, 0),
    view(x + wide + reach * 0.8, y + reach, 0),
    view(x + reach * 0.8, y + reach, 0),
  ];
  return pen.plane(points, tone.shadow, tone.isDeep ? 0.5 : 0.22);
}

function ray({ pen, tone, random }: Sheet, view: View, [x0, x1, y0, y1, , z1]: Box, sun: 1 | -1): string {
  const at = x0 + (x1 - x0) * random.between(0.2, 0.6);
  const lean = sun * 1.2;
  const wide = random.between(0.9, 1.7);
  const points = [
    view(at - lean, y0 - 1, z1 * 1.5),
    view(at + wide - lean, y0 - 1, z1 * 1.5),
    view(at + wide + lean, y1 + 2.4, 0),
    view(at + lean, y1 + 2.4, 0),
  ];
  return pen.plane(points, tone.daylight, tone.isDeep ? 0.16 : 0.34);
}
