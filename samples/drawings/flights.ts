import { drawPerson } from './figures.ts';
import type { Sheet } from './sheet.ts';
import { createBlock, drawFloorGrid, drawInOrder, horizontalFace, type Solid } from './solids.ts';
import { axonometric, type Box, fitToFrame, mirrorView, type View } from './projection.ts';

/**
 * Draws the second variant of the motif 'Development': flights of stairs that begin at different points and
 * end at different heights.
 */
export function drawFlights(sheet: Sheet): string {
  const { random, pen, tone } = sheet;
  const lanes = random.whole(4, 7);
  const [tread, rise] = [random.between(0.4, 0.52), random.between(0.26, 0.36)];
  const wide = random.between(1.3, 2);
  const deep = 8;
  const counts = Array.from({ length: lanes }, (_, lane) => {
    const swell = 0.5 + 0.5 * Math.sin(lane * random.between(0.9, 1.3) + random.between(0, 1.4));
    return Math.max(3, Math.round(4 + swell * 10 + random.between(-1, 1)));
  });
  const tallest = Math.max(...counts) * rise;
  const [right, left] = random.pick([
    [30, 30],
    [16, 42],
    [36, 24],
    [22, 36],
  ] as const);
  const shift = random.between(-0.12, 0.12);
  const near = sheet.frame(-0.14 + shift, 0.06, 1.14 + shift, 1.2);
  const frame = random.chance(0.4) ? near : sheet.frame(0.1 + shift, 0.12, 0.9 + shift, 0.92);
  const view = fitToFrame(
    mirrorView(axonometric(right, left, 1), random.chance(0.5)),
    [0, lanes * wide, 0, deep, 0, tallest],
    frame,
  );
  const solids: Solid[] = [];
  counts.forEach((count, lane) => {
    const start = Math.min(deep, count * tread + random.between(1, 3));
    const [x0, x1] = [lane * wide, (lane + 1) * wide];
    const back = start - count * tread;
    const boxes = Array.from(
      { length: count },
      (_, step): Box => [x0, x1, start - (step + 1) * tread, start - step * tread, 0, (step + 1) * rise],
    );
    solids.push(
      ...[...boxes, [x0, x1, 0, back, 0, count * rise] satisfies Box].map((box) =>
        createBlock(pen, view, box),
      ),
    );
  });
  // The person is on the highest flight, where nothing hides them.
  const lane = counts.indexOf(Math.max(...counts));
  const climbed = Math.max(1, Math.floor((counts[lane] ?? 3) * random.between(0.55, 0.95)));
  const home = solids.find(
    ({ box }) => Math.abs(box[0] - lane * wide) < 1e-6 && Math.abs(box[5] - climbed * rise) < 1e-6,
  )?.box;
  const [x0, x1, y0, y1, , top] = home ?? [0, wide, 0, 1, 0, 0];
  const size = Math.abs(view(0, 0, 1.6)[1] - view(0, 0, 0)[1]);
  const walker = drawPerson(pen, view((x0 + x1) / 2, (y0 + y1) / 2, top), size, tone.signal);
  solids.push({ box: [x0, x1, y0, y1, top, top + 1.6], drawing: walker });
  return (
    yard(sheet, view, lanes * wide, deep) +
    drawInOrder(solids) +
    fall(sheet, view, lanes * wide, deep, tallest)
  );
}

function yard({ pen, tone, random }: Sheet, view: View, wide: number, deep: number): string {
  const lines = drawFloorGrid(pen, view, [-2, wide + 4, -1, deep + 3], 1.5);
  const shade = pen.plane(
    horizontalFace(view, wide, wide + random.between(1.2, 2.6), 0.6, deep * 0.6, 0),
    tone.shadow,
    tone.isDeep ? 0.5 : 0.26,
  );
  return lines + shade;
}

function fall(sheet: Sheet, view: View, wide: number, deep: number, top: number): string {
  const { pen, tone, random } = sheet;
  const from = random.between(0.1, 0.55) * wide;
  const to = from + random.between(1.2, 2.6);
  const plane = [
    view(from - 2, -1, top * 1.9),
    view(to - 2, -1, top * 1.9),
    view(to, deep + 1.2, 0),
    view(from, deep + 1.2, 0),
  ];
  return pen.plane(
    plane,
    sheet.fade(tone.daylight, view(from, 0, top * 1.7), view(from, deep + 1, 0), tone.isDeep ? 0.4 : 0.9),
  );
}
