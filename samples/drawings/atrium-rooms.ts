import { drawPerson } from './figures.ts';
import { drawCrate, type Eye, drawGlazingBars, drawRoom, pixelHeightAt } from './interior.ts';
import type { Sheet } from './sheet.ts';
import { faceAlongX, faceAlongY, horizontalFace } from './solids.ts';
import type { View } from './projection.ts';

/** The measures of the building around the hall, in metres. */
export interface House {
  /** The positions of the left outer wall, the two sides of the hall and the right outer wall. */
  x: readonly [number, number, number, number];
  floors: readonly [left: number, right: number];
  storey: number;
  top: number;
  depth: number;
  eye: Eye;
}

/** The thickness of a floor slab in metres. */
export const slabThickness = 0.26;

export function drawNave(sheet: Sheet, view: View, house: House): string {
  const { pen, tone, random } = sheet;
  const {
    x: [, x0, x1],
    floors,
    storey,
    top,
    depth,
  } = house;
  const shell = drawRoom(pen, view, [x0, x1, 0, depth, 0, top], {
    back: tone.glass,
    floor: tone.top,
    ceiling: tone.isDeep ? tone.glass : tone.top,
    left: tone.lit,
    right: tone.shaded,
  });
  const lines: string[] = [];
  for (let y = 0; y <= depth; y += 1.7)
    lines.push(pen.line([view(x0, y, 0), view(x1, y, 0)], { opacity: 0.13 }));
  for (let x = x0; x <= x1; x += (x1 - x0) / 6)
    lines.push(pen.line([view(x, 0, 0), view(x, depth, 0)], { opacity: 0.13 }));
  for (let y = 0; y <= depth; y += 1.7)
    lines.push(
      pen.face([horizontalFace(view, x0, x1, y, y + 0.2, top)], tone.isDeep ? tone.shaded : tone.shadow, {
        opacity: 0.2,
        fillOpacity: 0.7,
      }),
    );
  for (let bay = 1; bay < 6; bay += 1)
    lines.push(
      pen.line([view(x0 + ((x1 - x0) * bay) / 6, depth, 0), view(x0 + ((x1 - x0) * bay) / 6, depth, top)], {
        opacity: 0.4,
      }),
    );
  for (let z = storey; z < top; z += storey)
    lines.push(pen.line([view(x0, depth, z), view(x1, depth, z)], { opacity: 0.4 }));
  const sides = (
    [
      [x0, floors[0]],
      [x1, floors[1]],
    ] as const
  ).map(([x, count]) =>
    Array.from({ length: count }, (_, floor) => {
      const [z0, z1] = [floor * storey, (floor + 1) * storey - slabThickness];
      const pane = pen.plane(
        faceAlongY(view, x, 0, depth, z0, z1),
        tone.glass,
        floor % 2 === 0 ? 0.55 : 0.75,
      );
      const lamps = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        .filter(() => random.chance(0.16))
        .map((bay) =>
          pen.plane(faceAlongY(view, x, bay * 1.7, (bay + 1) * 1.7, z0, z1), tone.daylight, 0.85),
        );
      const edge = pen.plane(
        faceAlongY(view, x, 0, depth, z1, z1 + slabThickness),
        tone.isDeep ? tone.top : tone.cut,
        tone.isDeep ? 0.5 : 0.75,
      );
      return (
        pane +
        lamps.join('') +
        drawGlazingBars(pen, view, x, [0, depth], [z0, z1], 10) +
        pen.line([view(x, 0, z0 + 1), view(x, depth, z0 + 1)], { opacity: 0.4 }) +
        edge
      );
    }).join(''),
  );
  return shell + sides.join('') + lines.join('');
}

export function drawOffice(
  { pen, tone, random, sun }: Sheet,
  view: View,
  { x, storey, eye }: House,
  side: number,
  floor: number,
): string {
  const [x0, x1] = side === 0 ? [x[0], x[1]] : [x[2], x[3]];
  const [z0, z1] = [floor * storey, (floor + 1) * storey - slabThickness];
  const isLit = random.chance(0.3);
  const [pale, dim] = sun === 1 ? [tone.lit, tone.shaded] : [tone.shaded, tone.lit];
  const back = isLit ? tone.daylight : pale;
  const ceiling = tone.isDeep ? dim : tone.top;
  const shell = drawRoom(pen, view, [x0, x1, 0, 5, z0, z1], {
    back,
    floor: tone.isDeep ? tone.shaded : tone.top,
    ceiling,
    left: dim,
    right: dim,
  });
  const things: string[] = [];
  const shelf = random.chance(0.4);
  const height = shelf ? 2.1 : 1.5;
  const from = x0 + (x1 - x0) * random.between(0.08, 0.4);
  const to = Math.min(x1 - 0.4, from + random.between(1.8, 3.6));
  for (let z = z0 + (shelf ? 0 : 0.9); z <= z0 + height; z += 0.5)
    things.push(pen.line([view(from, 4.98, z), view(to, 4.98, z)], { opacity: 0.4 }));
  things.push(
    pen.line([view(from, 4.98, z0), view(from, 4.98, z0 + height)], { opacity: 0.4 }),
    pen.line([view(to, 4.98, z0), view(to, 4.98, z0 + height)], { opacity: 0.4 }),
  );
  if (random.chance(0.6))
    things.push(
      drawPerson(pen, view(random.between(x0 + 1, x1 - 1), 2.8, z0), pixelHeightAt(view, x0, 2.8), tone.line),
    );
  for (let at = x0 + random.between(0.5, 1.4); at + 1.7 < x1 - 0.3; at += random.between(2.3, 3.4)) {
    things.push(
      drawCrate(pen, view, eye, [at, at + 1.6, 1.2, 2.1, z0, z0 + 0.74], tone.lit, tone.shaded, tone.top),
    );
    if (random.chance(0.5))
      things.push(pen.face([faceAlongX(view, at + 0.5, at + 1.1, 1.5, z0 + 0.8, z0 + 1.2)], tone.cut));
  }
  for (const share of [0.3, 0.7]) {
    const [at, y] = [x0 + (x1 - x0) * share, 1.4];
    things.push(
      pen.line([view(at, y, z1), view(at, y, z1 - 0.55)], { opacity: 0.5 }),
      pen.line([view(at - 0.35, y, z1 - 0.55), view(at + 0.35, y, z1 - 0.55)], { weight: 2.2, opacity: 0.7 }),
    );
  }
  return shell + things.join('');
}

export function drawStair({ pen, tone }: Sheet, view: View, { x, storey, eye }: House): string {
  const steps = 18;
  const run = 0.3;
  const start = x[2] - 0.2 - steps * run;
  const boxes = Array.from({ length: steps }, (_, step) => {
    const [at, z] = [start + step * run, ((step + 1) * storey) / steps];
    return drawCrate(
      pen,
      view,
      eye,
      [at, at + run, 7, 9.2, Math.max(0, z - 0.42), z],
      tone.lit,
      tone.shaded,
      tone.top,
    );
  });
  const rail = [view(start, 7, 1.05), view(start + steps * run, 7, storey + 1)];
  return boxes.reverse().join('') + pen.line(rail, { weight: 1.8, opacity: 0.8 });
}
