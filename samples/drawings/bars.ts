import type { Sheet } from './sheet.ts';
import { createBlock, drawFloorGrid, drawInOrder, horizontalFace } from './solids.ts';
import { axonometric, type Box, fitToFrame, mirrorView, type View } from './projection.ts';

type Rise = (u: number, v: number) => number;

/** Draws the motif 'Industry Trends': a field of bars whose heights follow one surface. */
export function drawBars(sheet: Sheet): string {
  const { random, pen, tone } = sheet;
  const [across, along] = [random.whole(5, 11), random.whole(4, 9)];
  const side = random.between(0.46, 0.76);
  const rise = movement(sheet);
  const [right, left] = random.pick([
    [30, 30],
    [14, 40],
    [40, 14],
    [22, 30],
    [25, 38],
  ] as const);
  const reach = random.between(0.55, 1.1);
  const shift = random.between(-0.12, 0.12);
  const isNear = random.chance(0.35);
  const frame = isNear
    ? sheet.frame(-0.1 + shift, 0.1, 1.1 + shift, 1.36)
    : sheet.frame(0.08 + shift, 0.1, 0.92 + shift, 0.94);
  const tallest = 5.2;
  const view = fitToFrame(
    mirrorView(axonometric(right, left, 1), random.chance(0.5)),
    [0, across, 0, along, 0, tallest],
    frame,
  );
  const places = Array.from(
    { length: across * along },
    (_, index) => [index % across, Math.floor(index / across)] as const,
  );
  const risen = places.map(([i, j]) => rise(i / (across - 1), j / (along - 1)));
  const most = Math.max(...risen);
  const boxes = places.map(([i, j], index): Box => {
    const height = 0.25 + ((risen[index] ?? 0) / most) * (tallest - 0.25);
    return [i + (1 - side) / 2, i + (1 + side) / 2, j + (1 - side) / 2, j + (1 + side) / 2, 0, height];
  });
  const peak = boxes.reduce((best, box) => (box[5] > best[5] ? box : best));
  const solids = boxes.map((box) => {
    const solid = createBlock(pen, view, box);
    if (box !== peak) return solid;
    const cap = pen.plane(horizontalFace(view, box[0], box[1], box[2], box[3], box[5]), tone.signal);
    return { ...solid, drawing: solid.drawing + cap };
  });
  return floor(sheet, view, across, along) + shadows(sheet, view, boxes, reach) + drawInOrder(solids);
}

function movement({ random }: Sheet): Rise {
  const [a, b] = [random.between(0.15, 0.85), random.between(0.15, 0.85)];
  const turn = random.between(0, Math.PI * 2);
  const kinds: [Rise, ...Rise[]] = [
    (u, v) => Math.exp(-((u - a) ** 2 + (v - b) ** 2) / 0.14),
    // A slope that ends in a peak.
    (u, v) => ((1 - u) * Math.abs(Math.cos(turn)) + (1 - v) * Math.abs(Math.sin(turn))) ** 1.7 / 1.6,
    // A wave that grows towards the back.
    (u, v) => (0.5 + 0.5 * Math.sin(turn + u * 5 + v * 2.4)) * (1 - 0.65 * v),
    (u, v) => Math.min(1, (u - a) ** 2 * 1.6 + (1 - v) ** 2 * 0.35),
    (u, v) => Math.round((1 - u * 0.5 - v * 0.5) ** 1.4 * 4) / 4.2,
  ];
  return random.pick(kinds);
}

/** Draws all shadows in one group with a common opacity, so that they are not darker where they overlap. */
function shadows({ pen, tone, sun }: Sheet, view: View, boxes: readonly Box[], reach: number): string {
  const shapes = boxes.flatMap(([x0, x1, y0, y1, , z]) => {
    const far = z * reach;
    return sun === 1
      ? [
          [
            view(x0, y0, 0),
            view(x1, y0, 0),
            view(x1 + far, y0 + far * 0.25, 0),
            view(x1 + far, y1 + far * 0.25, 0),
            view(x0 + far, y1 + far * 0.25, 0),
            view(x0, y1, 0),
          ],
        ]
      : [
          [
            view(x0, y0, 0),
            view(x1, y0, 0),
            view(x1 + far * 0.25, y0 + far, 0),
            view(x1 + far * 0.25, y1 + far, 0),
            view(x0 + far * 0.25, y1 + far, 0),
            view(x0, y1, 0),
          ],
        ];
  });
  const merged = shapes.map((points) => pen.plane(points, tone.shadow)).join('');
  return `<g opacity="${tone.isDeep ? 0.55 : 0.28}">${merged}</g>`;
}

function floor({ pen, random, tone }: Sheet, view: View, across: number, along: number): string {
  const margin = random.between(0.8, 2);
  const far = Math.ceil(margin);
  const lines = drawFloorGrid(pen, view, [-far, across + far, -far, along + far], 1);
  const from = random.between(0.1, 0.5) * across;
  const band = horizontalFace(
    view,
    from,
    from + across * random.between(0.18, 0.34),
    -margin * 2,
    along + margin * 2,
    0,
  );
  return pen.plane(band, tone.daylight, tone.isDeep ? 0.2 : 0.75) + lines;
}
