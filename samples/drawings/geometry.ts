import { formatPixels } from '../../src/http/drawings/svg.ts';

/** A point of the picture, in pixels from the top left corner. */
export type Point = readonly [x: number, y: number];

export function pathThrough(points: readonly Point[], isClosed = true): string {
  const steps = points.map(
    ([x, y], index) => `${index === 0 ? 'M' : 'L'}${formatPixels(x)} ${formatPixels(y)}`,
  );
  return steps.join('') + (isClosed ? 'Z' : '');
}

export function segment(x0: number, y0: number, x1: number, y1: number): Point[] {
  return [
    [x0, y0],
    [x1, y1],
  ];
}

/** Returns points on the upper half of an ellipse, from left to right. */
export function arch(x: number, y: number, rx: number, ry: number, steps = 20): Point[] {
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = (Math.PI * step) / steps;
    return [x - rx * Math.cos(angle), y - ry * Math.sin(angle)];
  });
}

export function rect(x0: number, y0: number, x1: number, y1: number): Point[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}
