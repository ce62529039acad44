import { drawPerson } from './figures.ts';
import type { Sheet } from './sheet.ts';
import { createBlock, drawFloorGrid, drawInOrder, horizontalFace, type Solid } from './solids.ts';
import { axonometric, type Box, fitToFrame, mirrorView, type View } from './projection.ts';

interface Flight {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/**
 * Draws the first variant of the motif 'Development': stairs around a court. The next storey is only an
 * outline.
 */
export function drawStairs(sheet: Sheet): string {
  const { random, pen, tone } = sheet;
  const [wide, deep] = [random.whole(5, 9), random.whole(5, 9)];
  const width = random.between(1.5, 2.4);
  const rise = random.between(0.26, 0.4);
  const turns = random.pick([2, 3, 3] as const);
  const [x1, y1] = [wide + width, deep + width];
  // The flights at the front left, the back left and the back right. In this order, every higher flight is
  // behind a lower one.
  const flights: Flight[] = [
    { x: x1, y: deep, dx: -1, dy: 0 },
    { x: -width, y: deep, dx: 0, dy: -1 },
    { x: 0, y: -width, dx: 1, dy: 0 },
  ];
  const lengths = [x1, deep, wide];
  const solids: Solid[] = [];
  const stops: Box[] = [];
  let z = rise;
  for (const [index, flight] of flights.slice(0, turns).entries()) {
    const steps = Math.round((lengths[index] ?? 0) / 0.5);
    stops.push(...boxesOf(flight, lengths[index] ?? 0, steps, width, z, rise));
    z += steps * rise;
    const corner =
      index === 0 ? [-width, 0, deep, y1] : index === 1 ? [-width, 0, -width, 0] : [wide, x1, -width, 0];
    const [a = 0, b = 0, c = 0, d = 0] = corner;
    stops.push([a, b, c, d, 0, z]);
    z += rise;
  }
  const top = z + 2.4;
  const all: Box = [-width, x1, -width, y1, 0, top];
  const [right, left] = random.pick([
    [30, 30],
    [20, 40],
    [38, 22],
    [45, 45],
    [14, 48],
  ] as const);
  const shift = random.between(-0.15, 0.12);
  const isNear = random.chance(0.4);
  const frame = isNear
    ? sheet.frame(shift, 0, 1 + shift, 1.28)
    : sheet.frame(0.16 + shift, 0.07, 0.86 + shift, 0.93);
  const view = fitToFrame(
    mirrorView(axonometric(right, left, random.between(0.85, 1)), random.chance(0.5)),
    all,
    frame,
  );
  for (const box of stops) solids.push(createBlock(pen, view, box));

  const last = stops.at(-1) ?? all;
  const walker = stops[Math.floor(stops.length * random.between(0.3, 0.75))] ?? last;
  const feet = view((walker[0] + walker[1]) / 2, (walker[2] + walker[3]) / 2, walker[5]);
  const tall = Math.abs(view(0, 0, 1.75)[1] - view(0, 0, 0)[1]);
  solids.push({
    box: [walker[0], walker[1], walker[2], walker[3], walker[5], walker[5] + 1.75],
    drawing: drawPerson(pen, feet, tall, tone.signal),
  });
  solids.push({
    box: [last[0], last[1], last[2], last[3], last[5], top],
    drawing: outline(sheet, view, last, top),
  });
  return court(sheet, view, all) + drawInOrder(solids) + beam(sheet, view, wide, deep, top);
}

function boxesOf(
  flight: Flight,
  length: number,
  steps: number,
  width: number,
  z: number,
  rise: number,
): Box[] {
  const tread = length / steps;
  return Array.from({ length: steps }, (_, step): Box => {
    const x = flight.x + flight.dx * tread * step;
    const y = flight.y + flight.dy * tread * step;
    const height = z + step * rise;
    if (flight.dx < 0) return [x - tread, x, y, y + width, 0, height];
    if (flight.dx > 0) return [x, x + tread, y, y + width, 0, height];
    return [x, x + width, y - tread, y, 0, height];
  });
}

function court({ pen, tone, random }: Sheet, view: View, [x0, x1, y0, y1]: Box): string {
  const far = random.between(1.6, 3.4);
  const shade = pen.plane(
    [view(x1, y0, 0), view(x1 + far, y0 + 0.6, 0), view(x1 + far, y1 + 0.6, 0), view(x1, y1, 0)],
    tone.shadow,
    0.28,
  );
  const lines = drawFloorGrid(pen, view, [Math.ceil(x0) - 3, x1 + 5, Math.ceil(y0) - 2, y1 + 4], 2);
  return lines + shade;
}

function outline({ pen }: Sheet, view: View, [x0, x1, y0, y1, , z0]: Box, z1: number): string {
  const ring = (z: number) => {
    const points = horizontalFace(view, x0, x1, y0, y1, z);
    return pen.line([...points, ...points.slice(0, 1)], { dash: [5, 4] });
  };
  const posts = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ].map(([x = 0, y = 0]) => pen.line([view(x, y, z0), view(x, y, z1)], { dash: [5, 4] }));
  return ring(z1) + ring(z0 + (z1 - z0) / 2) + posts.join('');
}

function beam({ pen, tone, random }: Sheet, view: View, wide: number, deep: number, top: number): string {
  const [a, b] = [random.between(0.1, 0.35), random.between(0.6, 0.95)];
  const lean = random.between(1, 2.6);
  const foot = horizontalFace(view, wide * a, wide * b, deep * 0.2, deep * 0.9, 0);
  const slant = [
    view(wide * a - lean, deep * 0.2 - lean, top * 1.3),
    view(wide * b - lean, deep * 0.2 - lean, top * 1.3),
    view(wide * b, deep * 0.9, 0),
    view(wide * a, deep * 0.9, 0),
  ];
  return pen.plane(foot, tone.daylight, 0.5) + pen.plane(slant, tone.daylight, tone.isDeep ? 0.14 : 0.3);
}
