import { arch, type Point, rect, segment } from './geometry.ts';
import type { Sheet } from './sheet.ts';

export function drawBackdrop(sheet: Sheet): string {
  const { width, height, random, pen, tone, sun } = sheet;
  const box = (x0: number, y0: number, x1: number, y1: number): Point[] => rect(x0, y0, x1, y1);
  const from = sun === 1 ? random.between(0.04, 0.1) : random.between(0.56, 0.66);
  const [x0, x1] = [width * from, width * (from + random.between(0.28, 0.36))];
  const [y0, y1] = [height * random.between(0.06, 0.14), height * random.between(0.78, 1.1)];
  const lean = sun * width * 0.5;
  const shaft = pen.plane(
    [
      [x0, y0],
      [x1, y0],
      [x1 + lean, height],
      [x0 + lean, height],
    ],
    tone.daylight,
    tone.isDeep ? 0.14 : 0.6,
  );
  const kind = random.whole(0, 3);
  if (kind === 0) {
    const bars = [1 / 3, 2 / 3].map((share) =>
      pen.line(segment(x0 + (x1 - x0) * share, y0, x0 + (x1 - x0) * share, y1)),
    );
    const rails = [0.3, 0.62].map((share) =>
      pen.line(segment(x0, y0 + (y1 - y0) * share, x1, y0 + (y1 - y0) * share)),
    );
    return (
      pen.face([box(x0, y0, x1, y1)], tone.glass, { weight: 1.6, fillOpacity: 0.75 }) +
      bars.join('') +
      rails.join('') +
      shaft
    );
  }
  if (kind === 1) {
    const [middle, half] = [(x0 + x1) / 2, (x1 - x0) / 2];
    const curve = arch(middle, y0 + half, half, half);
    return (
      pen.face([[[x0, height], ...curve, [x1, height]]], tone.isDeep ? tone.lit : tone.daylight, {
        weight: 1.4,
      }) + shaft
    );
  }
  if (kind === 2) {
    const shelves = [0.16, 0.38, 0.6, 0.82].map((share) => {
      const y = height * share;
      const books = Array.from({ length: 9 }, (_, index) => {
        const x = width * (0.02 + index * 0.115);
        const tall = height * random.between(0.06, 0.14);
        return random.chance(0.3)
          ? ''
          : pen.face(
              [box(x, y - tall, x + width * random.between(0.022, 0.06), y)],
              random.pick([tone.glass, tone.lit, tone.shaded, tone.top] as const),
              { opacity: 0.3, fillOpacity: 0.7 },
            );
      });
      return books.join('') + pen.line(segment(0, y, width, y), { weight: 1.4, opacity: 0.4 });
    });
    return shelves.join('') + shaft;
  }
  const corner = width * random.between(0.3, 0.7);
  const wall = pen.plane(
    box(sun === 1 ? corner : 0, 0, sun === 1 ? width : corner, height),
    tone.shadow,
    tone.isDeep ? 0.35 : 0.16,
  );
  return wall + pen.line(segment(corner, 0, corner, height), { opacity: 0.35 }) + shaft;
}
