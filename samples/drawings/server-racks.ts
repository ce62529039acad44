import type { Sheet } from './sheet.ts';
import {
  faceAlongX,
  faceAlongY,
  createBlock,
  drawFloorGrid,
  drawInOrder,
  horizontalFace,
  type Solid,
} from './solids.ts';
import { axonometric, type Box, fitToFrame, mirrorView, type View } from './projection.ts';

/** Draws the motif 'Network Infrastructure': server racks with cable trays above them. */
export function drawRacks(sheet: Sheet): string {
  const { random, pen } = sheet;
  const rows = random.whole(2, 4);
  const length = random.whole(4, 8);
  const [depth, aisle] = [random.between(0.8, 1.1), random.between(1.6, 2.6)];
  const tall = random.between(2.3, 3.3);
  const over = tall + random.between(0.7, 1.3);
  const deep = rows * depth + (rows - 1) * aisle;
  const [right, left] = random.pick([
    [30, 30],
    [20, 40],
    [40, 24],
    [14, 40],
    [45, 45],
  ] as const);
  const shift = random.between(-0.14, 0.14);
  const isNear = random.chance(0.4);
  const frame = isNear
    ? sheet.frame(-0.16 + shift, -0.1, 1.16 + shift, 1.08)
    : sheet.frame(0.08 + shift, 0.07, 0.92 + shift, 0.93);
  const view = fitToFrame(
    mirrorView(axonometric(right, left, 1), random.chance(0.5)),
    [-0.8, length + 0.8, 0, deep, 0, over],
    frame,
  );
  const missing = random.whole(0, (rows - 1) * length - 1);
  const marked = (rows - 1) * length + random.whole(1, length - 2);
  const solids: Solid[] = [];
  for (let row = 0; row < rows; row += 1) {
    const y = row * (depth + aisle);
    for (let place = 0; place < length; place += 1) {
      const index = row * length + place;
      if (index === missing) continue;
      solids.push(rack(sheet, view, [place + 0.04, place + 0.96, y, y + depth, 0, tall], index === marked));
    }
    solids.push(
      createBlock(pen, view, [-0.6, length + 0.6, y + depth * 0.3, y + depth * 0.7, over - 0.14, over], {
        fillOpacity: 0.9,
      }),
    );
    for (let place = 0; place < length; place += random.whole(1, 2)) {
      const drop = [view(place + 0.5, y + depth / 2, over - 0.14), view(place + 0.5, y + depth / 2, tall)];
      solids.push({
        box: [place + 0.45, place + 0.55, y + depth * 0.4, y + depth * 0.6, tall, over - 0.15],
        drawing: pen.line(drop, { weight: 1.3 }),
      });
    }
  }
  for (const at of [random.between(0, 0.3), random.between(0.6, 0.95)]) {
    const x = at * length;
    solids.push(
      createBlock(pen, view, [x, x + 0.42, -0.7, deep + 0.7, over + 0.1, over + 0.24], { fillOpacity: 0.9 }),
    );
  }
  return (
    floor(sheet, view, length, rows, depth, aisle, tall) +
    drawInOrder(solids) +
    fall(sheet, view, length, deep, over)
  );
}

function rack({ random, pen, tone }: Sheet, view: View, box: Box, isMarked: boolean): Solid {
  const [x0, x1, y0, y1, , z1] = box;
  const { drawing } = createBlock(pen, view, box, { left: tone.lit });
  const units = 9;
  const parts: string[] = [
    drawing,
    pen.plane(faceAlongY(view, x1, y0 + 0.1, y1 - 0.1, 0.12, z1 - 0.12), tone.shadow, 0.12),
  ];
  let unit = 0;
  while (unit < units) {
    const tall = random.pick([1, 1, 2, 3] as const);
    const [from, to] = [
      0.15 + (unit / units) * (z1 - 0.3),
      0.12 + (Math.min(units, unit + tall) / units) * (z1 - 0.3),
    ];
    const face = faceAlongX(view, x0 + 0.08, x1 - 0.08, y1, from, to);
    const kind = random.next();
    if (kind < 0.3) parts.push(pen.plane(face, tone.cut, 0.85));
    else if (kind < 0.65) parts.push(pen.face([face], tone.glass, { opacity: 0.25 }));
    else parts.push(pen.line([view(x0 + 0.08, y1, to), view(x1 - 0.08, y1, to)], { opacity: 0.4 }));
    unit += tall;
  }
  if (isMarked)
    parts.push(pen.plane(faceAlongX(view, x0 + 0.3, x1 - 0.3, y1, z1 * 0.62, z1 * 0.62 + 0.2), tone.signal));
  return { box, drawing: parts.join('') };
}

function floor(
  { pen, tone }: Sheet,
  view: View,
  length: number,
  rows: number,
  depth: number,
  aisle: number,
  tall: number,
): string {
  const deep = rows * depth + (rows - 1) * aisle;
  const lines = drawFloorGrid(pen, view, [-2, length + 2, -1.4, deep + 2], 1);
  const shade = Array.from({ length: rows }, (_, row) => {
    const y = row * (depth + aisle) + depth;
    return pen.plane(
      [
        view(0, y, 0),
        view(length, y, 0),
        view(length + tall * 0.3, y + aisle * 0.62, 0),
        view(tall * 0.3, y + aisle * 0.62, 0),
      ],
      tone.shadow,
      tone.isDeep ? 0.5 : 0.26,
    );
  });
  return lines + shade.join('');
}

function fall(sheet: Sheet, view: View, length: number, deep: number, over: number): string {
  const { pen, tone, random } = sheet;
  const from = random.between(0.1, 0.6) * length;
  const to = from + random.between(1, 2.2);
  const plane = [
    view(from - 1.6, -0.8, over * 1.7),
    view(to - 1.6, -0.8, over * 1.7),
    view(to, deep + 1.6, 0),
    view(from, deep + 1.6, 0),
  ];
  const strip = horizontalFace(view, from, to, deep + 0.1, deep + 1.8, 0);
  return (
    pen.plane(strip, tone.daylight, tone.isDeep ? 0.35 : 0.8) +
    pen.plane(
      plane,
      sheet.fade(tone.daylight, view(from, 0, over * 1.6), view(from, deep, 0), tone.isDeep ? 0.34 : 0.85),
    )
  );
}
