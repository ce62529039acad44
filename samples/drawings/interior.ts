import type { Point } from './geometry.ts';
import type { Pen } from './pen.ts';
import { faceAlongX, faceAlongY, horizontalFace } from './solids.ts';
import type { Box, View } from './projection.ts';

export interface Eye {
  x: number;
  z: number;
}

interface RoomTones {
  back: string;
  floor: string;
  ceiling: string;
  left: string;
  right: string;
}

export function drawRoom(pen: Pen, view: View, [x0, x1, y0, y1, z0, z1]: Box, tones: RoomTones): string {
  const quiet = { opacity: 0.3 };
  return (
    pen.face([horizontalFace(view, x0, x1, y0, y1, z0)], tones.floor, quiet) +
    pen.face([horizontalFace(view, x0, x1, y0, y1, z1)], tones.ceiling, quiet) +
    pen.face([faceAlongY(view, x0, y0, y1, z0, z1)], tones.left, quiet) +
    pen.face([faceAlongY(view, x1, y0, y1, z0, z1)], tones.right, quiet) +
    pen.face([faceAlongX(view, x0, x1, y1, z0, z1)], tones.back, quiet)
  );
}

export function drawCrate(
  pen: Pen,
  view: View,
  eye: Eye,
  [x0, x1, y0, y1, z0, z1]: Box,
  front: string,
  side: string,
  top: string,
): string {
  const style = { opacity: 0.4 };
  const flat = z1 < eye.z ? pen.face([horizontalFace(view, x0, x1, y0, y1, z1)], top, style) : '';
  const below = z0 > eye.z ? pen.face([horizontalFace(view, x0, x1, y0, y1, z0)], side, style) : '';
  const edge =
    x1 < eye.x
      ? faceAlongY(view, x1, y0, y1, z0, z1)
      : x0 > eye.x
        ? faceAlongY(view, x0, y0, y1, z0, z1)
        : undefined;
  return (
    below +
    flat +
    (edge ? pen.face([edge], side, style) : '') +
    pen.face([faceAlongX(view, x0, x1, y0, z0, z1)], front, style)
  );
}

export function drawGlazingBars(
  pen: Pen,
  view: View,
  x: number,
  [y0, y1]: readonly [number, number],
  [z0, z1]: readonly [number, number],
  bars: number,
): string {
  const lines = Array.from({ length: bars + 1 }, (_, index): Point[] => {
    const y = y0 + ((y1 - y0) * index) / bars;
    return [view(x, y, z0), view(x, y, z1)];
  });
  return lines.map((points) => pen.line(points, { opacity: 0.35 })).join('');
}

/**
 * Returns the height in pixels of an object at a point of the floor. `tall` is the height of the object in
 * metres, by default that of a person.
 */
export function pixelHeightAt(view: View, x: number, y: number, tall = 1.72): number {
  return Math.abs(view(x, y, tall)[1] - view(x, y, 0)[1]);
}
