import type { Point } from './geometry.ts';
import type { Sheet } from './sheet.ts';
import { faceAlongX, faceAlongY, createBlock, drawInOrder, horizontalFace, type Solid } from './solids.ts';
import { axonometric, type Box, fitToFrame, mirrorView, type View } from './projection.ts';

/**
 * Draws the motif 'Technology': floors that are drawn apart, with one shaft of daylight through all of them.
 */
export function drawLayers(sheet: Sheet): string {
  const { random, pen, tone } = sheet;
  const [wide, deep] = [random.between(11, 16), random.between(8, 11)];
  const count = random.whole(3, 5);
  const gap = random.between(2.6, 3.8);
  const slab = 0.28;
  const well: Box = wellIn(sheet, wide, deep);
  const slide = random.pick([0, 0, 0.5, -0.5, 0.8] as const);
  const [right, left] = random.pick([
    [30, 30],
    [18, 42],
    [36, 22],
    [12, 48],
    [24, 36],
  ] as const);
  const height = (count - 1) * gap + 1.4;
  const all: Box = [
    Math.min(0, slide * (count - 1)),
    wide + Math.max(0, slide * (count - 1)),
    0,
    deep,
    0,
    height,
  ];
  const shift = random.between(-0.14, 0.14);
  const isNear = random.chance(0.3);
  const frame = isNear
    ? sheet.frame(-0.02 + shift, 0.12, 1.02 + shift, 1.24)
    : sheet.frame(0.1 + shift, 0.12, 0.9 + shift, 0.94);
  const view = fitToFrame(
    mirrorView(axonometric(right, left, random.between(0.9, 1.1)), random.chance(0.5)),
    all,
    frame,
  );
  // In a near view, only the front corner of the top floor is certain to be inside the picture.
  const marked = isNear ? count - 1 : random.whole(count - 2, count - 1);

  const floors = Array.from({ length: count }, (_, index) => {
    const dx = slide * index;
    const z = index * gap;
    const moved: View = (x, y, up) => view(x + dx, y, up + z);
    const isLast = index === count - 1;
    const things = rooms(sheet, moved, wide, deep, well, slab, index === marked);
    const shaft =
      pen.plane(
        faceAlongX(moved, well[0], well[1], well[3], slab, gap),
        tone.daylight,
        isLast ? 0 : tone.isDeep ? 0.5 : 0.8,
      ) +
      pen.plane(
        faceAlongY(moved, well[1], well[2], well[3], slab, gap),
        tone.daylight,
        isLast ? 0 : tone.isDeep ? 0.36 : 0.6,
      );
    return (
      plate(sheet, moved, wide, deep, index === 0 ? undefined : well, slab) +
      things +
      shaft +
      hangers(sheet, moved, wide, deep, isLast ? 0 : gap, slide)
    );
  });
  const lit = pen.plane(horizontalFace(view, well[0], well[1], well[2], well[3], slab), tone.daylight, 0.9);
  const shade = pen.plane(
    horizontalFace(view, 0.7, wide + 0.9, 0.5, deep + 0.9, -0.6),
    tone.shadow,
    tone.isDeep ? 0.45 : 0.22,
  );
  const crown = slide * (count - 1);
  const above = (points: Point[]) =>
    pen.plane(
      points,
      sheet.fade(
        tone.daylight,
        view(crown + wide / 2, deep / 2, height - 1.2),
        view(crown + wide / 2, deep / 2, height + 6),
        0.85,
      ),
    );
  const [x0, x1, y0, y1] = [well[0] + crown, well[1] + crown, well[2], well[3]];
  const [low, high] = [(count - 1) * gap + slab, height + 7];
  const fall =
    above(faceAlongX(view, x0, x1, y1, low, high)) + above(faceAlongY(view, x1, y0, y1, low, high));
  return shade + floors[0] + lit + floors.slice(1).join('') + fall;
}

function wellIn({ random }: Sheet, wide: number, deep: number): Box {
  const [w, d] = [wide * random.between(0.2, 0.34), deep * random.between(0.24, 0.4)];
  const [x, y] = [wide * random.between(0.28, 0.5), deep * random.between(0.26, 0.5)];
  return [x, x + w, y, y + d, 0, 0];
}

function plate(
  { pen, tone }: Sheet,
  view: View,
  wide: number,
  deep: number,
  well: Box | undefined,
  slab: number,
): string {
  const outline = horizontalFace(view, 0, wide, 0, deep, slab);
  const sides =
    pen.face([faceAlongX(view, 0, wide, deep, 0, slab)], tone.lit) +
    pen.face([faceAlongY(view, wide, 0, deep, 0, slab)], tone.shaded);
  if (!well) return sides + pen.face([outline], tone.top);
  const [x0, x1, y0, y1] = well;
  const edges =
    pen.face([faceAlongX(view, x0, x1, y0, 0, slab)], tone.lit) +
    pen.face([faceAlongY(view, x0, y0, y1, 0, slab)], tone.shaded);
  return sides + pen.face([outline, horizontalFace(view, x0, x1, y0, y1, slab)], tone.top) + edges;
}

function rooms(
  sheet: Sheet,
  view: View,
  wide: number,
  deep: number,
  well: Box,
  z: number,
  isMarked: boolean,
): string {
  const { random, pen, tone } = sheet;
  const zones: Box[] = [
    [0.5, well[0] - 0.5, 0.5, deep - 0.5, z, 0],
    [well[1] + 0.5, wide - 0.5, 0.5, deep - 0.5, z, 0],
    [well[0], well[1], 0.5, well[2] - 0.5, z, 0],
    [well[0], well[1], well[3] + 0.5, deep - 0.5, z, 0],
  ];
  const solids: Solid[] = [];
  const lines: string[] = [];
  for (const [x0, x1, y0, y1] of zones) {
    if (x1 - x0 < 0.6 || y1 - y0 < 0.6) continue;
    const cells = y1 - y0 > x1 - x0 ? Math.max(1, Math.round((y1 - y0) / 1.6)) : 1;
    const depth = (y1 - y0) / cells;
    for (let cell = 0; cell < cells; cell += 1) {
      const from = y0 + cell * depth;
      const kind = random.next();
      lines.push(
        pen.line([...horizontalFace(view, x0, x1, from, from + depth, z), view(x0, from, z)], {
          opacity: 0.16,
        }),
      );
      if (kind < 0.42) continue;
      const end = x0 + (x1 - x0) * random.between(0.4, 1);
      const glassy = kind > 0.8 ? { top: tone.glass, fillOpacity: 0.85 } : {};
      solids.push(
        createBlock(
          pen,
          view,
          [x0, end, from + 0.15, from + depth - 0.15, z, z + random.pick([0.3, 0.5, 0.9] as const)],
          glassy,
        ),
      );
    }
  }
  if (isMarked) {
    // No other floor hides the front corner.
    const [x, y] = [wide - 0.46, deep - 0.46];
    const side = 0.42;
    const lamp = createBlock(pen, view, [x, x + side, y, y + side, z, z + 1]);
    const top = pen.plane(faceAlongX(view, x, x + side, y + side, z, z + 1), tone.signal);
    solids.push({ ...lamp, drawing: lamp.drawing + top });
  }
  return lines.join('') + drawInOrder(solids);
}

function hangers({ pen }: Sheet, view: View, wide: number, deep: number, gap: number, slide: number): string {
  if (gap === 0) return '';
  const corners = [
    [0, deep],
    [wide, deep],
    [wide, 0],
  ] as const;
  const rod = ([x, y]: readonly [number, number]) =>
    pen.line([view(x, y, 0.28), view(x + slide, y, gap)], { dash: [5, 5], opacity: 0.4 });
  return corners.map(rod).join('');
}
