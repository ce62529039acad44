import type { Point } from './geometry.ts';
import { drawPerson } from './figures.ts';
import type { Random } from './seed.ts';
import type { Sheet } from './sheet.ts';
import { createBlock, drawInOrder, horizontalFace, type Solid } from './solids.ts';
import { axonometric, type Box, fitToFrame, mirrorView, type View } from './projection.ts';

interface Room {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

interface Wall extends Room {
  /** The position of the door as a share of the wall's length. */
  door: number;
}

const thick = 0.16;

/**
 * Draws the motif 'IT Support': a floor plan with a person in one of the rooms and the way through the
 * entrance.
 */
export function drawFloorPlan(sheet: Sheet): string {
  const { random, pen, tone } = sheet;
  const [wide, deep] = [random.between(13, 18), random.between(8, 12)];
  const rooms: Room[] = [];
  const walls: Wall[] = [];
  divide(random, { x0: 0, x1: wide, y0: 0, y1: deep }, 0, rooms, walls);
  const tilt = random.pick([
    [0, 90, 0],
    [30, 30, 1],
    [20, 40, 1],
    [45, 45, 0.8],
    [38, 22, 1],
    [60, 30, 0.7],
  ] as const);
  const shift = random.between(-0.1, 0.1);
  const isFlat = tilt[2] === 0;
  const frame = random.chance(tilt[0] > 40 ? 1 : 0.4)
    ? sheet.frame(-0.08 + shift, -0.16, 1.08 + shift, 1.16)
    : sheet.frame(0.12 + shift, 0.1, 0.88 + shift, 0.9);
  // In a flat plan, the y axis points down the sheet, at a right angle to the x axis.
  const view = fitToFrame(
    mirrorView(isFlat ? (x, y) => [x, y] : axonometric(tilt[0], tilt[1], tilt[2]), random.chance(0.5)),
    [0, wide, 0, deep, 0, 1],
    frame,
  );
  const tall = 1.15;
  const goal = rooms.reduce((best, room) => (off(room, wide, deep) < off(best, wide, deep) ? room : best));
  const floor = pen.face([horizontalFace(view, 0, wide, 0, deep, 0)], tone.isDeep ? tone.lit : tone.top);
  const tinted = rooms.map((room) =>
    random.chance(0.3)
      ? pen.plane(horizontalFace(view, room.x0, room.x1, room.y0, room.y1, 0), tone.glass, 0.45)
      : '',
  );
  const base = isFlat
    ? ''
    : pen.plane(horizontalFace(view, 0.6, wide + 0.7, 0.6, deep + 0.7, -0.3), tone.shadow, 0.25);
  const solids: Solid[] = [
    ...outer(wide, deep).map((box) => wallSolid(sheet, view, box, tall)),
    ...walls.flatMap((wall) => sides(wall).map((box) => wallSolid(sheet, view, box, tall))),
    ...rooms.filter((room) => room !== goal).flatMap((room) => furniture(sheet, view, room)),
  ];
  const spot: Point = view((goal.x0 + goal.x1) / 2, (goal.y0 + goal.y1) / 2, 0);
  const size = Math.hypot(view(1, 0, 0)[0] - view(0, 0, 0)[0], view(1, 0, 0)[1] - view(0, 0, 0)[1]);
  const guest = isFlat
    ? pen.disc(spot, size * 0.26, tone.signal)
    : drawPerson(pen, spot, size * 1.6, tone.signal);
  const way = [view(wide - 1, deep + 1.6, 0), view(wide - 1, deep - 0.5, 0)];
  return (
    base +
    floor +
    tinted.join('') +
    daylight(sheet, view, wide, deep) +
    walls.map((wall) => swing(sheet, view, wall)).join('') +
    drawInOrder(solids) +
    pen.line(way, { dash: [5, 5] }) +
    guest
  );
}

/**
 * Returns the distance of a room from the centre of the building. The frame never cuts off a room near the
 * centre.
 */
function off({ x0, x1, y0, y1 }: Room, wide: number, deep: number): number {
  return Math.hypot((x0 + x1 - wide) / 2, (y0 + y1 - deep) / 2);
}

function divide(random: Random, room: Room, depth: number, rooms: Room[], walls: Wall[]): void {
  const [wide, deep] = [room.x1 - room.x0, room.y1 - room.y0];
  if (depth > 3 || Math.max(wide, deep) < 4.4 || (depth > 1 && random.chance(0.25))) {
    rooms.push(room);
    return;
  }
  const share = random.between(0.34, 0.66);
  const door = random.pick([0.08, 0.5, 0.72] as const);
  if (wide > deep) {
    const x = room.x0 + wide * share;
    walls.push({ x0: x - thick / 2, x1: x + thick / 2, y0: room.y0, y1: room.y1, door });
    divide(random, { ...room, x1: x }, depth + 1, rooms, walls);
    divide(random, { ...room, x0: x }, depth + 1, rooms, walls);
  } else {
    const y = room.y0 + deep * share;
    walls.push({ x0: room.x0, x1: room.x1, y0: y - thick / 2, y1: y + thick / 2, door });
    divide(random, { ...room, y1: y }, depth + 1, rooms, walls);
    divide(random, { ...room, y0: y }, depth + 1, rooms, walls);
  }
}

function sides({ x0, x1, y0, y1, door }: Wall): Room[] {
  const gap = 1.1;
  if (x1 - x0 > y1 - y0) {
    const from = x0 + (x1 - x0) * door;
    return [
      { x0: x0 + thick / 2, x1: from, y0, y1 },
      { x0: from + gap, x1: x1 - thick / 2, y0, y1 },
    ];
  }
  const from = y0 + (y1 - y0) * door;
  return [
    { x0, x1, y0: y0 + thick / 2, y1: from },
    { x0, x1, y0: from + gap, y1: y1 - thick / 2 },
  ];
}

function outer(wide: number, deep: number): Room[] {
  const t = thick * 1.4;
  return [
    { x0: -t, x1: wide + t, y0: -t, y1: 0 },
    { x0: -t, x1: 0, y0: 0, y1: deep },
    { x0: wide, x1: wide + t, y0: 0, y1: deep },
    { x0: -t, x1: wide - 2, y0: deep, y1: deep + t },
  ];
}

function wallSolid({ pen, tone }: Sheet, view: View, { x0, x1, y0, y1 }: Room, tall: number): Solid {
  const faces = tone.isDeep ? { top: tone.daylight, left: tone.top, right: tone.shaded } : { top: tone.cut };
  return createBlock(pen, view, [x0, x1, y0, y1, 0, tall], faces);
}

function furniture({ pen, random, tone }: Sheet, view: View, { x0, x1, y0, y1 }: Room): Solid[] {
  const solids: Solid[] = [];
  const put = (box: Box, top = tone.top) => solids.push(createBlock(pen, view, box, { top, opacity: 0.45 }));
  const isTable = random.chance(0.28);
  if (isTable && x1 - x0 > 2.6 && y1 - y0 > 2.6) {
    put(
      [x0 + (x1 - x0) * 0.3, x0 + (x1 - x0) * 0.7, y0 + (y1 - y0) * 0.36, y0 + (y1 - y0) * 0.62, 0, 0.45],
      tone.glass,
    );
    return solids;
  }
  for (let x = x0 + 0.7; x + 1.1 < x1 - 0.5; x += 2.1) {
    for (let y = y0 + 0.6; y + 0.7 < y1 - 1; y += 1.9) {
      if (random.chance(0.2)) continue;
      put([x, x + 1.3, y, y + 0.65, 0, 0.42], random.chance(0.25) ? tone.glass : tone.top);
      put([x + 0.45, x + 0.85, y + 0.85, y + 1.22, 0, 0.26], tone.shaded);
    }
  }
  return solids;
}

function swing({ pen }: Sheet, view: View, { x0, x1, y0, y1, door }: Wall): string {
  const isLong = x1 - x0 > y1 - y0;
  const [hx, hy] = isLong ? [x0 + (x1 - x0) * door, y0] : [x0, y0 + (y1 - y0) * door];
  const arc = Array.from({ length: 11 }, (_, index): Point => {
    const angle = (Math.PI / 2) * (index / 10);
    return isLong
      ? view(hx + 1.1 * Math.cos(angle), hy - 1.1 * Math.sin(angle), 0)
      : view(hx - 1.1 * Math.sin(angle), hy + 1.1 * Math.cos(angle), 0);
  });
  return pen.line([...arc, view(hx, hy, 0)], { opacity: 0.4 });
}

function daylight({ pen, tone, sun }: Sheet, view: View, wide: number, deep: number): string {
  const bands: string[] = [];
  for (let at = 1; at < wide - 3; at += 3.4) {
    const reach = Math.min(deep * 0.6, 4.6);
    const lean = sun * 1.4;
    const points = [
      view(at, 0, 0),
      view(at + 1.8, 0, 0),
      view(Math.max(0, at + 1.8 + lean), reach, 0),
      view(Math.max(0, at + lean), reach, 0),
    ];
    bands.push(pen.plane(points, tone.daylight, tone.isDeep ? 0.3 : 0.75));
  }
  return bands.join('');
}
