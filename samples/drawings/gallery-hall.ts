import type { Point } from './geometry.ts';
import { drawPerson } from './figures.ts';
import { drawCrate, type Eye, drawRoom, pixelHeightAt } from './interior.ts';
import type { Sheet } from './sheet.ts';
import { faceAlongX, horizontalFace } from './solids.ts';
import { fitToFrame, perspective, type View } from './projection.ts';

/** Converts shares of a wall's width and height into a point of the picture. */
type Wall = (u: number, v: number) => Point;

export function drawGalleryHall(sheet: Sheet): string {
  const { random, pen, tone, width, height, sun } = sheet;
  const tall = 6.4;
  const wide = (tall * width) / height;
  const depth = random.between(12, 17);
  const eye: Eye = { x: wide * random.pick([0.3, 0.36, 0.64, 0.7] as const), z: 1.75 };
  const view = fitToFrame(
    perspective({ ...eye, distance: random.between(6.5, 8.5) }),
    [0, wide, 0, 0, 0, tall],
    sheet.frame(0, 0, 1, 1),
  );
  const walls = {
    back: tone.lit,
    left: sun === 1 ? tone.shaded : tone.lit,
    right: sun === 1 ? tone.lit : tone.shaded,
  };
  const shell = drawRoom(pen, view, [0, wide, 0, depth, 0, tall], {
    ...walls,
    back: tone.top,
    floor: tone.lit,
    ceiling: tone.top,
  });
  const isWide = eye.x > wide / 2;
  const near: Wall = isWide
    ? (u, v) => view(0, depth * (1 - u), tall * v)
    : (u, v) => view(wide, depth * u, tall * v);
  const back: Wall = (u, v) => view(wide * u, depth, tall * v);
  const marked = random.whole(0, 1);
  const frames: string[] = [];
  for (let index = 0, from = 0.08; index < 5 && from < 0.9; index += 1) {
    const breadth = random.between(0.12, 0.2);
    const [low, high] = [random.between(0.2, 0.28), random.between(0.5, 0.66)];
    frames.push(picture(sheet, near, [from, Math.min(0.97, from + breadth), low, high], index === marked));
    from += breadth + random.between(0.05, 0.08);
  }
  const hung = random.pick([
    [0.12, 0.42],
    [0.3, 0.72],
    [0.55, 0.9],
  ] as const);
  frames.push(picture(sheet, back, [hung[0], hung[1], 0.22, 0.68], false));
  return (
    shell +
    roof(sheet, view, wide, depth, tall) +
    frames.join('') +
    floor(sheet, view, wide, depth) +
    fall(sheet, view, wide, depth, tall) +
    bench(sheet, view, eye, wide, depth)
  );
}

function picture(
  { pen, random, tone }: Sheet,
  wall: Wall,
  [u0, u1, v0, v1]: readonly [number, number, number, number],
  isMarked: boolean,
): string {
  const at = (u: number, v: number) => wall(u0 + (u1 - u0) * u, v0 + (v1 - v0) * v);
  const quad = (a: number, b: number, c: number, d: number) => [at(a, b), at(c, b), at(c, d), at(a, d)];
  const drop = quad(0.02, -0.05, 1.04, 0.96);
  const ground = random.pick([tone.cut, tone.glass, tone.top, tone.shadow] as const);
  const ink = ground === tone.cut || ground === tone.shadow ? tone.daylight : tone.cut;
  const kind = random.whole(0, 3);
  const split = random.between(0.3, 0.6);
  const arc = Array.from({ length: 25 }, (_, step) =>
    at(0.5 + 0.32 * Math.cos((Math.PI * step) / 24), 0.1 + 0.5 * Math.sin((Math.PI * step) / 24)),
  );
  const shapes = [
    pen.plane(quad(0.1, 0.1, split, 0.9), ink, 0.85) + pen.plane(quad(split, 0.1, 0.9, 0.4), ink, 0.35),
    pen.plane(arc, ink, 0.85),
    [0.2, 0.35, 0.5, 0.65, 0.8]
      .map((u) =>
        pen.line([at(u, 0.12), at(u, 0.4 + 0.5 * Math.abs(Math.sin(u * 9 + split)))], {
          weight: 2.4,
          colour: ink,
          opacity: 0.85,
        }),
      )
      .join(''),
    pen.plane([at(0.1, 0.1), at(0.9, 0.1), at(0.9, split), at(split, 0.85)], ink, 0.75),
  ];
  const disc = Array.from({ length: 25 }, (_, step) =>
    at(0.7 + 0.09 * Math.cos((Math.PI * step) / 12), 0.72 + 0.09 * Math.sin((Math.PI * step) / 12)),
  );
  return (
    pen.plane(drop, tone.shadow, 0.3) +
    pen.face([quad(0, 0, 1, 1)], ground, { weight: 1.6 }) +
    (shapes[kind] ?? '') +
    (isMarked ? pen.plane(disc, tone.signal) : '')
  );
}

function roof({ pen, tone }: Sheet, view: View, wide: number, depth: number, tall: number): string {
  const [x0, x1] = [wide * 0.22, wide * 0.78];
  const light = pen.face([horizontalFace(view, x0, x1, 0, depth * 0.96, tall)], tone.daylight, {
    weight: 1.5,
  });
  const beams: string[] = [];
  for (let y = 0.4; y < depth * 0.96; y += 1.15)
    beams.push(
      pen.face([horizontalFace(view, x0, x1, y, y + 0.16, tall)], tone.isDeep ? tone.cut : tone.shaded, {
        opacity: 0.3,
      }),
    );
  return (
    light +
    beams.join('') +
    pen.line([view(wide / 2, 0, tall), view(wide / 2, depth * 0.96, tall)], { opacity: 0.4 })
  );
}

function floor({ pen, tone, sun }: Sheet, view: View, wide: number, depth: number): string {
  const boards = Array.from({ length: 15 }, (_, index) =>
    pen.line([view((wide * index) / 14, 0, 0), view((wide * index) / 14, depth, 0)], { opacity: 0.14 }),
  );
  const pools: string[] = [];
  for (let y = 0.6; y < depth - 1; y += 3.2) {
    const x = wide * (sun === 1 ? 0.42 : 0.14);
    pools.push(
      pen.plane(
        [
          view(x, y, 0),
          view(x + wide * 0.4, y + 0.8, 0),
          view(x + wide * 0.4, y + 2.6, 0),
          view(x, y + 1.8, 0),
        ],
        tone.daylight,
        tone.isDeep ? 0.35 : 0.95,
      ),
    );
  }
  return boards.join('') + pools.join('');
}

function fall(sheet: Sheet, view: View, wide: number, depth: number, tall: number): string {
  const { pen, tone, sun } = sheet;
  const [a, b] = [wide * 0.26, wide * 0.7];
  const lean = sun * wide * 0.14;
  return [depth * 0.62, depth * 0.3]
    .map((y) => {
      const plane = [view(a, y, tall), view(b, y, tall), view(b + lean, y, 0), view(a + lean, y, 0)];
      return pen.plane(
        plane,
        sheet.fade(tone.daylight, view(a, y, tall), view(a, y, 0), tone.isDeep ? 0.3 : 0.75),
      );
    })
    .join('');
}

function bench({ pen, random, tone }: Sheet, view: View, eye: Eye, wide: number, depth: number): string {
  const x = wide * random.between(0.36, 0.5);
  const y = depth * random.between(0.28, 0.4);
  const visitor = (share: number, at: number) =>
    drawPerson(pen, view(wide * share, at, 0), pixelHeightAt(view, 0, at), tone.line);
  const far =
    visitor(random.between(0.3, 0.45), depth * 0.9) + visitor(random.between(0.5, 0.62), depth * 0.85);
  const seat =
    drawCrate(pen, view, eye, [x, x + 2.2, y, y + 0.6, 0.34, 0.46], tone.cut, tone.cut, tone.shaded) +
    [x + 0.2, x + 1.9]
      .map((leg) => pen.plane(faceAlongX(view, leg, leg + 0.1, y + 0.2, 0, 0.34), tone.cut))
      .join('');
  return (
    far +
    seat +
    visitor(random.chance(0.5) ? random.between(0.7, 0.8) : random.between(0.16, 0.26), depth * 0.22)
  );
}
