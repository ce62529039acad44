import type { Point } from './geometry.ts';
import type { Pen } from './pen.ts';
import type { Box, View } from './projection.ts';

export interface Solid {
  box: Box;
  drawing: string;
}

interface Faces {
  top?: string;
  /** The face towards the front left (at the greatest y). */
  left?: string;
  /** The face towards the front right (at the greatest x). */
  right?: string;
  opacity?: number;
  fillOpacity?: number;
}

export function horizontalFace(
  view: View,
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  z: number,
): Point[] {
  return [view(x0, y0, z), view(x1, y0, z), view(x1, y1, z), view(x0, y1, z)];
}

export function faceAlongX(view: View, x0: number, x1: number, y: number, z0: number, z1: number): Point[] {
  return [view(x0, y, z0), view(x1, y, z0), view(x1, y, z1), view(x0, y, z1)];
}

export function faceAlongY(view: View, x: number, y0: number, y1: number, z0: number, z1: number): Point[] {
  return [view(x, y0, z0), view(x, y1, z0), view(x, y1, z1), view(x, y0, z1)];
}

export function drawFloorGrid(
  pen: Pen,
  view: View,
  [x0, x1, y0, y1]: readonly number[],
  step: number,
): string {
  const [left = 0, right = 0, far = 0, near = 0] = [x0, x1, y0, y1];
  const faint = { opacity: 0.14 };
  const lines: string[] = [];
  for (let x = left; x <= right; x += step) lines.push(pen.line([view(x, far, 0), view(x, near, 0)], faint));
  for (let y = far; y <= near; y += step) lines.push(pen.line([view(left, y, 0), view(right, y, 0)], faint));
  return lines.join('');
}

export function createBlock(pen: Pen, view: View, box: Box, faces: Faces = {}): Solid {
  const [x0, x1, y0, y1, z0, z1] = box;
  const { top = pen.tone.top, left = pen.tone.lit, right = pen.tone.shaded, ...style } = faces;
  const drawing =
    pen.face([faceAlongX(view, x0, x1, y1, z0, z1)], left, style) +
    pen.face([faceAlongY(view, x1, y0, y1, z0, z1)], right, style) +
    pen.face([horizontalFace(view, x0, x1, y0, y1, z1)], top, style);
  return { box, drawing };
}

/** Returns whether `b` may hide parts of `a`, because all of `a` is on the far side of `b`. */
function isBehind(a: Box, b: Box): boolean {
  return a[1] <= b[0] + 1e-6 || a[3] <= b[2] + 1e-6 || a[5] <= b[4] + 1e-6;
}

/** Draws solids, those on the far side first. The solids must not intersect. */
export function drawInOrder(solids: readonly Solid[]): string {
  const drawn = new Set<Solid>();
  const drawings: string[] = [];
  const draw = (solid: Solid) => {
    if (drawn.has(solid)) return;
    drawn.add(solid);
    for (const other of solids) {
      // If each of two boxes is behind the other along some axis, they do not overlap in the picture.
      if (isBehind(other.box, solid.box) && !isBehind(solid.box, other.box)) draw(other);
    }
    drawings.push(solid.drawing);
  };
  for (const solid of solids) draw(solid);
  return drawings.join('');
}
