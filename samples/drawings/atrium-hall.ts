import type { Point } from './geometry.ts';
import { type House, drawNave, drawOffice, slabThickness, drawStair } from './atrium-rooms.ts';
import { drawDimensionLine, drawPerson, drawTree } from './figures.ts';
import { pixelHeightAt } from './interior.ts';
import type { Sheet } from './sheet.ts';
import { faceAlongX, horizontalFace } from './solids.ts';
import { fitToFrame, perspective, type View } from './projection.ts';

/**
 * Draws a section through a tall, bright hall. People work behind the glass on both sides. With `layer`,
 * draws only the daylight, or everything except the daylight.
 */
export function drawAtriumHall(sheet: Sheet, layer?: 'hall' | 'daylight'): string {
  const { random, pen, width, height } = sheet;
  const storey = 3.3;
  const left = random.whole(4, 5) + (height > width ? 2 : 0);
  const floors = [left, left - random.whole(1, 2)] as const;
  const wings = [random.between(7, 8.5), random.between(5.5, 7)] as const;
  const hall = random.between(9, 10.5);
  const x = [0, wings[0], wings[0] + hall, wings[0] + hall + wings[1]] as const;
  const house: House = {
    x,
    floors,
    storey,
    top: left * storey + 1.2,
    depth: 17,
    eye: { x: wings[0] + hall * 0.4, z: 4.2 },
  };
  const flat = perspective({ ...house.eye, distance: 15 });
  const margin = width > height * 1.5 ? 0.08 : 0;
  const view = fitToFrame(
    flat,
    [x[0] - 3.3, x[3] + 2.2, 0, 0, -1.6, house.top + 1.6],
    sheet.frame(margin, 0.03, 1 - margin, 0.99),
  );
  // Rooms far above or below eye level are drawn first. They extend beyond their openings, and the rooms that
  // are drawn later cover these parts.
  const offices = [0, 1].map((side) =>
    Array.from({ length: floors[side] ?? 0 }, (_, floor) => floor)
      .sort((a, b) => Math.abs(b - 1) - Math.abs(a - 1))
      .map((floor) => drawOffice(sheet, view, house, side, floor))
      .join(''),
  );
  const trees =
    drawTree(pen, view(x[3] + 3.2, 0, 0), pixelHeightAt(view, 0, 0, 7.6)) +
    drawTree(pen, view(x[0] - 1.7, 0, 0), pixelHeightAt(view, 0, 0, 4.4));
  const behind = trees + offices.join('') + drawNave(sheet, view, house);
  const light = daylight(sheet, view, house);
  if (layer === 'daylight') return light;
  return (
    behind +
    (layer === 'hall' ? '' : light) +
    drawStair(sheet, view, house) +
    visitors(sheet, view, house) +
    cut(sheet, view, house)
  );
}

function daylight(sheet: Sheet, view: View, { x: [, x0, x1], top, depth }: House): string {
  const { pen, tone, random } = sheet;
  const wide = x1 - x0;
  const lean = wide * random.between(0.3, 0.42);
  return [0.3, 3.7, 7.6, 11.5]
    .map((y, index) => {
      const [a, b] = [x0 + wide * 0.08, x0 + wide * 0.46];
      const foot = pen.plane(
        horizontalFace(view, a + lean, Math.min(x1, b + lean), y + 0.6, Math.min(depth, y + 2.6), 0),
        tone.daylight,
        tone.isDeep ? 0.6 : 0.55,
      );
      const plane: Point[] = [
        view(a, y, top),
        view(b, y, top),
        view(Math.min(x1, b + lean), y + 1.6, 0),
        view(a + lean, y + 1.6, 0),
      ];
      const fade = sheet.fade(
        tone.daylight,
        view(a, y, top),
        view(a + lean, y + 1.6, 0),
        tone.isDeep ? 0.4 : 0.8 - index * 0.1,
      );
      return {
        y,
        drawing: foot + pen.plane(plane, tone.daylight, tone.isDeep ? 0.08 : 0.1) + pen.plane(plane, fade),
      };
    })
    .sort((a, b) => b.y - a.y)
    .map(({ drawing }) => drawing)
    .join('');
}

function visitors({ pen, tone, random }: Sheet, view: View, { x: [, x0, x1] }: House): string {
  const at = (share: number, y: number, colour: string) =>
    drawPerson(pen, view(x0 + (x1 - x0) * share, y, 0), pixelHeightAt(view, x0, y), colour);
  return (
    at(0.3, 13, tone.line) +
    at(0.42, 12.4, tone.line) +
    at(random.between(0.1, 0.2), 6, tone.line) +
    at(0.68, 3.4, tone.line) +
    at(random.between(0.46, 0.56), 2.2, tone.signal)
  );
}

function cut({ pen, tone, width }: Sheet, view: View, { x, floors, storey, top }: House): string {
  const solid = (x0: number, x1: number, z0: number, z1: number) =>
    pen.plane(faceAlongX(view, x0, x1, 0, z0, z1), tone.cut);
  const parts: string[] = [
    pen.plane(
      [
        [0, view(0, 0, 0)[1]],
        [width, view(0, 0, 0)[1]],
        [width, view(0, 0, -0.3)[1]],
        [0, view(0, 0, -0.3)[1]],
      ],
      tone.cut,
    ),
  ];
  const wings = [
    [x[0], x[1], floors[0]],
    [x[2], x[3], floors[1]],
  ] as const;
  for (const [side, [x0, x1, count]] of wings.entries()) {
    for (let floor = 1; floor <= count; floor += 1)
      parts.push(solid(x0, x1, floor * storey - slabThickness, floor * storey));
    const outer = side === 0 ? x0 : x1;
    parts.push(solid(outer - 0.14, outer + 0.14, 0, count * storey + 0.5));
    const glass = side === 0 ? x1 : x0;
    parts.push(pen.line([view(glass, 0, 0), view(glass, 0, count * storey)], { weight: 2, opacity: 0.8 }));
  }
  parts.push(
    solid(x[1] - 0.26, x[1], floors[0] * storey, top + 0.2),
    solid(x[2], x[2] + 0.26, floors[1] * storey - slabThickness, top + 0.2),
    solid(x[1] - 0.26, x[2] + 0.26, top, top + 0.2),
  );
  const bay = (x[2] - x[1]) / 6;
  for (let at = x[1]; at < x[2] - 0.1; at += bay) {
    parts.push(
      pen.face(
        [[view(at, 0, top + 0.2), view(at + 0.35, 0, top + 1), view(at + bay, 0, top + 0.2)]],
        tone.glass,
        { weight: 1.4 },
      ),
    );
  }
  const scale = drawDimensionLine(
    pen,
    [x[0], x[1], x[2], x[3]].map((at) => view(at, 0, -1.2)),
  );
  return parts.join('') + scale;
}
