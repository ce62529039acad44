import { svgElement, formatPixels } from '../../src/http/drawings/svg.ts';
import { type Point, segment } from './geometry.ts';
import type { Pen } from './pen.ts';

/** Draws a standing person. The feet are at the given point. `height` is in pixels. */
export function drawPerson(pen: Pen, [x, y]: Point, height: number, colour: string): string {
  const head = height * 0.085;
  const [shoulder, hem] = [height * 0.125, height * 0.1];
  const at = (dx: number, up: number) => `${formatPixels(x + dx)} ${formatPixels(y - up * height)}`;
  const coat = `M${at(-shoulder, 0.7)}Q${at(-shoulder, 0.82)} ${at(0, 0.82)}Q${at(shoulder, 0.82)} ${at(shoulder, 0.7)}`;
  const legs = `L${at(hem * 1.15, 0.36)}L${at(hem * 0.75, 0)}L${at(hem * 0.1, 0)}L${at(0, 0.34)}L${at(-hem * 0.3, 0)}`;
  const body = `${coat}${legs}L${at(-hem * 0.95, 0)}L${at(-hem * 1.15, 0.36)}Z`;
  return svgElement('path', { d: body, fill: colour }) + pen.disc([x, y - height * 0.91], head, colour);
}

export function drawTree(pen: Pen, [x, y]: Point, height: number): string {
  const radius = height * 0.32;
  const centre: Point = [x, y - height + radius];
  const half = `M${formatPixels(x)} ${formatPixels(centre[1] - radius)}A${formatPixels(radius)} ${formatPixels(radius)} 0 0 1 ${formatPixels(x)} ${formatPixels(centre[1] + radius)}Z`;
  return (
    pen.disc(centre, radius, pen.tone.glass, 0.55) +
    svgElement('path', { d: half, fill: pen.tone.shadow, 'fill-opacity': 0.25 }) +
    pen.ring(centre, radius) +
    pen.line(
      [
        [x, y],
        [x, centre[1] - radius * 0.2],
      ],
      { weight: 1.4 },
    ) +
    pen.line([
      [x, centre[1] + radius * 0.45],
      [x + radius * 0.4, centre[1]],
    ])
  );
}

export function drawDimensionLine(pen: Pen, points: readonly Point[]): string {
  const tick = 5 * pen.unit;
  const ticks = points.map(([x, y]) =>
    pen.line(segment(x - tick, y + tick, x + tick, y - tick), { weight: 1.3, opacity: 0.5 }),
  );
  return pen.line(points, { opacity: 0.35 }) + ticks.join('');
}
