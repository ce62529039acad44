import { arch, type Point, rect, segment } from './geometry.ts';
import type { Sheet } from './sheet.ts';

/** The positions of a bridge in its picture, in pixels. */
export interface Span {
  from: number;
  to: number;
  deck: number;
  water: number;
  /** Whether the cut earth of the banks is drawn as a dark area instead of a light one. */
  isSolid: boolean;
}

export function drawArches(
  { pen, random, tone, height, unit }: Sheet,
  { from, to, deck, water }: Span,
): string {
  const count = random.whole(2, 6);
  const pitch = (to - from) / count;
  const pier = random.between(16, 30) * unit;
  const radius = (pitch - pier) / 2;
  const spring = Math.min(water - 20 * unit, deck + 24 * unit + radius * random.between(0.6, 1));
  const rise = spring - deck - 24 * unit;
  const holes = Array.from({ length: count }, (_, index) => {
    const middle = from + pitch * (index + 0.5);
    const curve = arch(middle, spring, radius, rise);
    return [[middle - radius, height], ...curve, [middle + radius, height]] as Point[];
  });
  const wall: Point[] = rect(from, deck, to, height);
  const depth = holes.map((hole) =>
    pen.plane(
      [
        ...hole.slice(1, 12),
        ...hole
          .slice(1, 12)
          .reverse()
          .map(([x, y]): Point => [x + pier * 0.7, y + 2 * unit]),
      ],
      tone.cut,
      0.8,
    ),
  );
  return (
    pen.face([wall, ...holes], tone.top, { weight: 1.3 }) +
    depth.join('') +
    pen.plane(rect(from, water, to, height), tone.glass, 0.55)
  );
}

export function drawCables({ pen, random, tone, unit }: Sheet, { from, to, deck, water }: Span): string {
  const masts = random.chance(0.5) ? [random.between(0.3, 0.42)] : [0.25, 0.75];
  const tall = random.between(230, 330) * unit;
  return masts
    .map((share) => {
      const x = from + (to - from) * share;
      const reach = masts.length === 1 ? [x - from, to - x] : [(to - from) * 0.24, (to - from) * 0.24];
      const stays = Array.from({ length: 12 }, (_, index) => {
        const part = (index + 1) / 12;
        const head: Point = [x, deck - tall * (0.4 + 0.6 * part)];
        return pen.line([[x - reach[0]! * part, deck], head, [x + reach[1]! * part, deck]], { opacity: 0.5 });
      });
      const mast = pen.face(
        [
          [
            [x - 7 * unit, water + 18 * unit],
            [x - 4 * unit, deck - tall - 12 * unit],
            [x + 4 * unit, deck - tall - 12 * unit],
            [x + 7 * unit, water + 18 * unit],
          ],
        ],
        tone.cut,
      );
      return stays.join('') + mast;
    })
    .join('');
}

export function drawTruss({ pen, random, tone, unit }: Sheet, { from, to, deck, water }: Span): string {
  const bays = random.whole(9, 14);
  const [tall, pitch] = [random.between(70, 110) * unit, (to - from) / bays];
  const glass = pen.plane(rect(from, deck, to, deck - tall), tone.glass, 0.4);
  const web = Array.from({ length: bays }, (_, index) => {
    const [a, b] = [from + index * pitch, from + (index + 1) * pitch];
    const ends: Point[] =
      index < bays / 2
        ? [
            [a, deck - tall],
            [b, deck],
          ]
        : [
            [a, deck],
            [b, deck - tall],
          ];
    return pen.line(ends, { weight: 1.4 }) + pen.line(segment(b, deck, b, deck - tall), { weight: 1.4 });
  });
  const roof = pen.face([rect(from, deck - tall, to, deck - tall - 10 * unit)], tone.cut);
  const piers = [0.3, 0.7].map((share) => {
    const x = from + (to - from) * share;
    return pen.face(
      [
        [
          [x - 9 * unit, deck],
          [x + 9 * unit, deck],
          [x + 18 * unit, water + 14 * unit],
          [x - 18 * unit, water + 14 * unit],
        ],
      ],
      tone.lit,
    );
  });
  return glass + piers.join('') + web.join('') + roof;
}

export function drawTiedArch({ pen, random, unit }: Sheet, { from, to, deck, water }: Span): string {
  const rise = random.between(170, 250) * unit;
  const foot = Math.min(water, deck + 90 * unit);
  const at = (share: number, extra = 0): Point => [
    from + (to - from) * share,
    foot - (rise + foot - deck + extra) * 4 * share * (1 - share),
  ];
  const curve = (extra: number) => Array.from({ length: 41 }, (_, index) => at(index / 40, extra));
  const hangers = Array.from({ length: 23 }, (_, index) => {
    const top = at((index + 1) / 24);
    return pen.line([top, [top[0], deck]], { opacity: 0.5 });
  });
  return (
    hangers.join('') +
    pen.line(curve(0), { weight: 2.6, opacity: 0.9 }) +
    pen.line(curve(16 * unit), { weight: 1.4 })
  );
}
