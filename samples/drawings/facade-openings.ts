import { arch, type Point, rect, segment } from './geometry.ts';
import { drawPerson } from './figures.ts';
import type { Sheet } from './sheet.ts';

/** The measures of the facade, in pixels. */
export interface House {
  left: number;
  ground: number;
  bays: number;
  floors: number;
  bay: number;
  storey: number;
  hall: number;
}

/**
 * Draws a window. `kind` selects a tall window (0), a wide window with a mullion (1), a window with a round
 * head (2) or a window with a deep reveal (3). The marked window has a lowered blind.
 */
export function drawWindow(
  { pen, random, tone, unit }: Sheet,
  house: House,
  kind: number,
  column: number,
  floor: number,
  isMarked: boolean,
): string {
  const { left, ground, bay, storey, hall } = house;
  const margin = bay * [0.27, 0.1, 0.24, 0.18][kind]!;
  const [x0, x1] = [left + column * bay + margin, left + (column + 1) * bay - margin];
  const base = ground - hall - floor * storey - storey * (kind === 0 ? 0.1 : 0.2);
  const head = ground - hall - (floor + 1) * storey + storey * 0.16;
  const isOpen = random.chance(0.16);
  const glass = isOpen ? tone.daylight : random.chance(0.17) ? tone.cut : tone.glass;
  const middle = (x0 + x1) / 2;
  const round = (x1 - x0) / 2;
  const curve = arch(middle, head + round, round, round, 10);
  const outline: Point[] = kind === 2 ? [[x0, base], ...curve, [x1, base]] : rect(x0, base, x1, head);
  const pane = pen.face([outline], glass, { fillOpacity: isOpen ? 1 : 0.85 });
  const bar =
    kind === 1 || kind === 3
      ? pen.line(segment(middle, base, middle, head))
      : pen.line(segment(x0, (base + head) / 2, x1, (base + head) / 2));
  const sill = pen.line(segment(x0 - 4 * unit, base, x1 + 4 * unit, base), { weight: 2 });
  const reveal =
    kind === 3
      ? pen.plane(
          [
            [x0, base],
            [x0, head],
            [x1, head],
            [x1, head + 9 * unit],
            [x0 + 9 * unit, head + 9 * unit],
            [x0 + 9 * unit, base],
          ],
          tone.shadow,
          0.45,
        )
      : '';
  const blind = isMarked
    ? pen.plane(rect(x0, head + (kind === 2 ? round : 0), x1, base - (base - head) * 0.28), tone.signal)
    : '';
  const guest =
    !isMarked && random.chance(0.12)
      ? drawPerson(pen, [middle + round * 0.3, base], (base - head) * 0.72, isOpen ? tone.cut : tone.line)
      : '';
  return pane + blind + guest + reveal + bar + sill;
}

export function drawArcade(
  { pen, random, tone, unit }: Sheet,
  { left, ground, bays, bay, hall }: House,
): string {
  const door = random.whole(1, bays - 2);
  const parts = Array.from({ length: bays }, (_, index) => {
    const [x0, x1, head] = [
      left + index * bay + 6 * unit,
      left + (index + 1) * bay - 6 * unit,
      ground - hall * 0.82,
    ];
    const shop = pen.face([rect(x0, ground, x1, head)], index === door ? tone.daylight : tone.cut, {
      fillOpacity: index === door ? 1 : 0.88,
    });
    const transom = pen.line(segment(x0, head + hall * 0.2, x1, head + hall * 0.2), {
      colour: index === door ? tone.line : tone.glass,
    });
    const leaf =
      index === door ? pen.line(segment((x0 + x1) / 2, ground, (x0 + x1) / 2, head + hall * 0.2)) : '';
    return shop + transom + leaf;
  });
  const [from, to] = [left + (door - 0.15) * bay, left + (door + 1.15) * bay];
  const canopy = pen.face([rect(from, ground - hall * 0.86, to, ground - hall * 0.82)], tone.cut);
  return parts.join('') + canopy;
}
