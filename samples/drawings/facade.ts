import { svgElement, formatPixels } from '../../src/http/drawings/svg.ts';
import { type Point, rect, segment } from './geometry.ts';
import { drawArcade, type House, drawWindow } from './facade-openings.ts';
import { drawDimensionLine, drawPerson, drawTree } from './figures.ts';
import type { Sheet } from './sheet.ts';

/** Draws the motif 'Company News': the facade of a building. The blind of one window is lowered. */
export function drawFacade(sheet: Sheet): string {
  const { width, height, unit, random, pen, tone, sun } = sheet;
  const [bay, storey] = [random.between(62, 104) * unit, random.between(84, 118) * unit];
  const hall = storey * random.between(1.25, 1.6);
  const ground = height * random.between(0.86, 0.9);
  const floors = Math.max(
    2,
    Math.min(random.whole(3, 6), Math.floor((ground - hall - height * 0.08) / storey)),
  );
  const bays = Math.min(9, Math.ceil((width * random.between(0.44, 0.66)) / bay));
  const wide = bays * bay;
  const left = random.pick([
    width * 0.08,
    width * 0.92 - wide,
    width - wide + bay * 0.6,
    -bay * 0.6,
  ] as const);
  const house: House = { left, ground, bays, floors, bay, storey, hall };
  const top = ground - hall - floors * storey;
  const right = left + wide;
  const body = pen.face([rect(left, ground, right, top)], tone.isDeep ? tone.lit : tone.top, { weight: 1.6 });
  const [deepBy, flatBy] = [bay * 0.5, storey * 0.18];
  const sideEdge = sun === 1 ? right : left;
  const side = pen.face(
    [
      [
        [sideEdge, ground],
        [sideEdge + sun * deepBy, ground - flatBy],
        [sideEdge + sun * deepBy, top + flatBy],
        [sideEdge, top],
      ],
    ],
    tone.isDeep ? tone.cut : quietSide(sheet),
  );
  const kind = random.whole(0, 3);
  const marked = random.whole(0, floors - 1) * bays + random.whole(1, bays - 2);
  const windows = Array.from({ length: bays * floors }, (_, index) =>
    drawWindow(sheet, house, kind, index % bays, Math.floor(index / bays), index === marked),
  );
  const cornice = pen.face([rect(left - 8 * unit, top, right + 8 * unit, top - 12 * unit)], tone.cut);
  return (
    neighbours(sheet, house) +
    side +
    body +
    shadow(sheet, house, top) +
    windows.join('') +
    drawArcade(sheet, house) +
    cornice +
    street(sheet, house, top)
  );
}

function quietSide({ tone, sun }: Sheet): string {
  return sun === 1 ? tone.shaded : tone.lit;
}

function shadow({ pen, tone, random, sun }: Sheet, { left, ground, bays, bay }: House, top: number): string {
  const right = left + bays * bay;
  const [from, to] = [random.between(0.1, 0.4), random.between(0.5, 0.95)];
  const high = top + (ground - top) * from;
  const low = top + (ground - top) * to;
  const slope: Point[] =
    sun === 1
      ? [
          [left, high],
          [right, low],
        ]
      : [
          [left, low],
          [right, high],
        ];
  return pen.plane([...slope, [right, ground], [left, ground]], tone.shadow, tone.isDeep ? 0.38 : 0.16);
}

function neighbours({ pen, random, tone, width, unit }: Sheet, { ground, left, bays, bay }: House): string {
  const blocks = Array.from({ length: 4 }, (_, index) => {
    const x = width * (index * 0.27 - 0.05) + random.between(-40, 40) * unit;
    const [wide, tall] = [random.between(150, 260) * unit, random.between(130, 380) * unit];
    return pen.face([rect(x, ground, x + wide, ground - tall)], tone.shaded, {
      fillOpacity: 0.22,
      opacity: 0.16,
    });
  });
  const free = left > width * 0.3 ? left * 0.45 : left + bays * bay + (width - left - bays * bay) * 0.55;
  return blocks.join('') + drawTree(pen, [free, ground], random.between(170, 280) * unit);
}

function street(
  { pen, random, tone, width, height, unit }: Sheet,
  { left, ground, bays, bay, floors, storey, hall }: House,
  top: number,
): string {
  const line = svgElement('rect', {
    x: 0,
    y: formatPixels(ground),
    width,
    height: formatPixels(6 * unit),
    fill: tone.cut,
  });
  const people = [0.2, 0.55, 0.86].map((share) =>
    drawPerson(pen, [left + bays * bay * (share + random.between(-0.1, 0.1)), ground], 52 * unit, tone.line),
  );
  const outer = left > width * 0.25 ? left - 34 * unit : left + bays * bay + bay * 0.8;
  const levels = [
    ground,
    ground - hall,
    ...Array.from({ length: floors }, (_, index) => ground - hall - (index + 1) * storey),
  ];
  const scale = drawDimensionLine(
    pen,
    levels.map((y): Point => [outer, y]),
  );
  const kerb = pen.line(
    segment(0, ground + (height - ground) * 0.45, width, ground + (height - ground) * 0.45),
    { opacity: 0.25 },
  );
  return line + kerb + people.join('') + (top > 0 ? scale : '');
}
