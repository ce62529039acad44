import { type Point, rect, segment } from './geometry.ts';
import { drawArches, drawCables, drawTiedArch, type Span, drawTruss } from './bridge-spans.ts';
import { drawPerson } from './figures.ts';
import type { Sheet } from './sheet.ts';

/** Draws the motif 'System Migration': a person with a load on a bridge between two buildings. */
export function drawBridge(sheet: Sheet): string {
  const { width, height, unit, random, pen, tone, sun } = sheet;
  const from = width * random.between(0.1, 0.32);
  const to = Math.min(width * 0.9, from + width * random.between(0.52, 0.66));
  const deck = height * random.between(0.46, 0.64);
  const span: Span = {
    from,
    to,
    deck,
    water: height * random.between(0.8, 0.87),
    isSolid: random.chance(0.55),
  };
  const kinds = [drawArches, drawArches, drawCables, drawTruss, drawTiedArch] as const;
  const draw = random.pick(kinds);
  const far = random.between(0.55, 0.8) * height;
  const x = sun === 1 ? width * random.between(0, 0.4) : width * random.between(0.6, 1);
  const lean = sun * height * 0.55;
  const ray = (at: number, wide: number) =>
    pen.plane(
      [
        [at, 0],
        [at + wide, 0],
        [at + wide + lean, span.water],
        [at + lean, span.water],
      ],
      sheet.fade(tone.daylight, [at, 0], [at + lean, far + height * 0.3], tone.isDeep ? 0.34 : 1),
      tone.isDeep ? 0.7 : 0.8,
    );
  const at = from + (to - from) * random.between(0.3, 0.7);
  const tall = 44 * unit;
  const load =
    drawPerson(pen, [at, deck], tall, tone.line) +
    pen.plane(square(at + 30 * unit, deck - 6 * unit, 26 * unit), tone.signal) +
    pen.line(
      [
        [at + 8 * unit, deck - 24 * unit],
        [at + 18 * unit, deck - 8 * unit],
        [at + 46 * unit, deck - 5 * unit],
      ],
      { weight: 1.6, opacity: 0.9 },
    ) +
    pen.disc([at + 30 * unit, deck - 3 * unit], 3.6 * unit, tone.line);
  const walkers = [random.between(0.06, 0.26), random.between(0.78, 0.95)].map((share) =>
    drawPerson(pen, [from + (to - from) * share, deck], tall, tone.line),
  );
  return (
    ray(x, 130 * unit) +
    ray(x + sun * 210 * unit, 60 * unit) +
    water(sheet, span) +
    draw(sheet, span) +
    bank(sheet, span, -1) +
    bank(sheet, span, 1) +
    road(sheet, span) +
    walkers.join('') +
    load
  );
}

function square(x: number, base: number, side: number): Point[] {
  return rect(x - side / 2, base, x + side / 2, base - side);
}

function road({ pen, tone, unit }: Sheet, { from, to, deck }: Span): string {
  const slab = pen.face([rect(from, deck, to, deck + 9 * unit)], tone.cut);
  const rail = pen.line(segment(from, deck - 19 * unit, to, deck - 19 * unit), { opacity: 0.5 });
  const posts = Array.from({ length: 41 }, (_, index) => {
    const x = from + ((to - from) * index) / 40;
    return pen.line(segment(x, deck, x, deck - 19 * unit), { opacity: 0.28 });
  });
  return slab + rail + posts.join('');
}

function bank({ pen, random, tone, width, height, unit }: Sheet, span: Span, side: 1 | -1): string {
  const { from, to, deck, water } = span;
  const [edge, end] = side === 1 ? [to, width] : [from, 0];
  const slope = -side * random.between(14, 120) * unit;
  const earth: Point[] = [
    [edge, deck],
    [end, deck],
    [end, height],
    [edge + slope * 1.5, height],
    [edge + slope, water],
    [edge, water - random.between(10, 120) * unit],
  ];
  const wide = random.between(0.5, 0.82) * Math.abs(end - edge);
  const [storeys, storey] = [random.whole(2, 5), random.between(52, 70) * unit];
  const near = edge + side * Math.abs(end - edge) * random.between(0.08, 0.16);
  const tall = storeys * storey;
  const [x0, x1] = [Math.min(near, near + side * wide), Math.max(near, near + side * wide)];
  const house = pen.face([rect(x0, deck, x1, deck - tall)], side === -1 ? tone.lit : tone.top, {
    weight: 1.5,
  });
  const rows = Array.from({ length: storeys }, (_, row) => {
    const [y0, y1] = [deck - row * storey - storey * 0.2, deck - (row + 1) * storey + storey * 0.2];
    const panes = Math.max(2, Math.round(wide / (38 * unit)));
    const pitch = (x1 - x0) / panes;
    return Array.from({ length: panes }, (_, pane) => {
      const left = x0 + pane * pitch + pitch * 0.2;
      const colour = random.chance(0.25) ? tone.daylight : random.chance(0.3) ? tone.cut : tone.glass;
      return pen.face([rect(left, y0, left + pitch * 0.6, y1)], colour, { opacity: 0.4 });
    }).join('');
  });
  const soil = span.isSolid
    ? pen.face([earth], tone.cut, { weight: 1.5 })
    : pen.face([earth], tone.shadow, { weight: 1.5, fillOpacity: tone.isDeep ? 0.5 : 0.3 });
  return soil + house + rows.join('');
}

function water({ pen, random, tone, width, height, unit }: Sheet, { water: y }: Span): string {
  const plane = pen.plane(rect(0, y, width, height), tone.glass, tone.isDeep ? 0.16 : 0.5);
  const ripples = Array.from({ length: 16 }, (_, index) => {
    const x = width * random.between(0.2, 0.75);
    const at = y + ((height - y) * (index + 1)) / 17;
    return pen.line(segment(x, at, x + random.between(40, 200) * unit, at), { opacity: 0.3 });
  });
  return plane + pen.line(segment(0, y, width, y), { opacity: 0.5 }) + ripples.join('');
}
