import { arch, type Point, rect, segment } from './geometry.ts';
import { drawDimensionLine, drawPerson, drawTree } from './figures.ts';
import type { Sheet } from './sheet.ts';

/**
 * Draws the first variant of the motif 'Innovation': a section through a round hall with an opening to the
 * sky.
 */
export function drawRotunda(sheet: Sheet): string {
  const { width, height, unit, random, pen, tone, sun } = sheet;
  const radius = random.between(230, 330) * unit;
  const drum = random.between(70, 190) * unit;
  const rise = Math.min(radius * random.between(0.75, 1.15), height * 0.76 - drum);
  const bulge = random.pick([1, 1, 0.75, 1.25] as const);
  const crown = random.between(1.28, 1.42);
  const wall = random.between(26, 46) * unit;
  const cx = width * random.pick([0.34, 0.4, 0.6, 0.66] as const);
  const floor = height * random.between(0.83, 0.88);
  const inner = (share: number, angle: number): Point => [
    cx + share * radius * Math.cos(angle) ** bulge,
    floor - drum - rise * Math.sin(angle) ** bulge,
  ];
  const angles = Array.from({ length: 25 }, (_, index) => (crown * index) / 24);
  const profile = (side: 1 | -1): Point[] => [
    [cx + side * radius, floor],
    ...angles.map((angle) => inner(side, angle)),
  ];
  const eye = Math.abs(inner(1, crown)[0] - cx);
  const top = inner(1, crown)[1];

  const room = pen.plane([...profile(1), ...profile(-1).reverse()], tone.lit);
  const shade = pen.plane(
    [[cx, floor], ...(sun === 1 ? profile(-1) : profile(1)), [cx, top]],
    tone.shadow,
    tone.isDeep ? 0.4 : 0.22,
  );
  const coffers = [0.16, 0.36, 0.56, 0.76, 0.96, 1.14].map((angle) =>
    pen.line([inner(-1, angle), inner(1, angle)], { opacity: 0.28 }),
  );
  const ribs = [-0.82, -0.58, -0.3, 0, 0.3, 0.58, 0.82].map((share) =>
    pen.line(
      angles.map((angle) => inner(share, angle)),
      { opacity: 0.28 },
    ),
  );
  const outside = ([x, y]: Point, side: 1 | -1): Point => [
    x + side * wall * Math.max(0, floor - drum - y < 0 ? 1 : 1 - (floor - drum - y) / (rise * 1.35)),
    y - wall * 0.75 * Math.min(1, Math.max(0, (floor - drum - y) / (rise * 0.6))),
  ];
  const shell = ([1, -1] as const).map((side) => {
    const inside = profile(side);
    const outer = inside.map((point) => outside(point, side)).reverse();
    return pen.face([[...inside, ...outer]], tone.cut, { weight: 1.6 });
  });
  const lean = sun * random.between(0.25, 0.72) * radius;
  const spread = eye * 1.35;
  const foot: Point[] = [
    [cx + lean - spread, floor],
    [cx + lean + spread, floor],
  ];
  const slope = (lean * 0.8) / (floor - top);
  const sky: Point[] = [
    [cx - eye - slope * top, -4],
    [cx + eye - slope * top, -4],
  ];
  const beam = pen.plane(
    [[cx - eye, top], [cx + eye, top], ...[...foot].reverse()],
    sheet.fade(tone.daylight, [cx, top], [cx + lean, floor], tone.isDeep ? 0.75 : 1),
    tone.isDeep ? 0.6 : 0.9,
  );
  const above = pen.plane(
    [...sky, [cx + eye, top], [cx - eye, top]],
    sheet.fade(tone.daylight, [cx, top], [cx - slope * top, 0], tone.isDeep ? 0.3 : 0.9),
  );
  const tall = 46 * unit;
  const people =
    drawPerson(pen, [cx + lean + spread * 0.2, floor], tall, tone.signal) +
    drawPerson(pen, [cx - lean * 0.9, floor], tall, tone.line);
  return (
    above +
    room +
    coffers.join('') +
    ribs.join('') +
    niches(sheet, cx, floor, radius, drum) +
    shade +
    beam +
    shell.join('') +
    wings(sheet, cx, floor, radius + wall) +
    people +
    ground(sheet, floor)
  );
}

function niches({ pen, tone }: Sheet, cx: number, floor: number, radius: number, drum: number): string {
  const tall = drum * 0.7;
  return [-0.72, -0.42, 0, 0.42, 0.72]
    .map((share) => {
      const half = radius * 0.085 * Math.sqrt(1 - share * share) + 2;
      const x = cx + share * radius;
      const head = arch(x, floor - tall + half, half, half, 12);
      return pen.face([[[x - half, floor], ...head, [x + half, floor]]], tone.glass, { opacity: 0.35 });
    })
    .join('');
}

function wings({ pen, random, tone, unit }: Sheet, cx: number, floor: number, reach: number): string {
  return ([1, -1] as const)
    .map((side) => {
      const edge = cx + side * reach;
      if (random.chance(0.35))
        return drawTree(
          pen,
          [edge + side * random.between(60, 120) * unit, floor],
          random.between(90, 170) * unit,
        );
      const bays = random.whole(2, 4);
      const [bay, tall] = [random.between(64, 92) * unit, random.between(76, 130) * unit];
      const end = edge + side * bays * bay;
      const roof = pen.face(
        [rect(edge, floor - tall, end + side * 14 * unit, floor - tall - 12 * unit)],
        tone.cut,
      );
      const glass = pen.plane(rect(edge, floor, end, floor - tall), tone.glass, 0.4);
      const posts = Array.from({ length: bays }, (_, index) =>
        pen.line(
          segment(edge + side * bay * (index + 1), floor, edge + side * bay * (index + 1), floor - tall),
          { weight: 2 },
        ),
      );
      return glass + posts.join('') + roof;
    })
    .join('');
}

function ground({ pen, tone, width, height, unit }: Sheet, floor: number): string {
  const slab = pen.plane(rect(0, floor, width, floor + 14 * unit), tone.cut);
  const line = drawDimensionLine(
    pen,
    [0.06, 0.2, 0.5, 0.74, 0.94].map(
      (share): Point => [share * width, Math.min(height - 24 * unit, floor + 58 * unit)],
    ),
  );
  return slab + line;
}
