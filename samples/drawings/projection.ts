import type { Point } from './geometry.ts';

/**
 * Projects a point of space onto the picture. In an axonometric view, x points to the front right, y to the
 * front left and z up.
 */
export type View = (x: number, y: number, z: number) => Point;

export type Box = readonly [x0: number, x1: number, y0: number, y1: number, z0: number, z1: number];

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns a parallel projection that looks from above. `right` and `left` are the angles of the x and y axes
 * below the horizontal, in degrees. `lift` is the height of one unit of z.
 */
export function axonometric(right: number, left: number, lift = 1): View {
  const [a, b] = [(right * Math.PI) / 180, (left * Math.PI) / 180];
  return (x, y, z) => [x * Math.cos(a) - y * Math.cos(b), x * Math.sin(a) + y * Math.sin(b) - z * lift];
}

export function mirrorView(view: View, isMirrored: boolean): View {
  if (!isMirrored) return view;
  return (x, y, z) => {
    const [u, v] = view(x, y, z);
    return [-u, v];
  };
}

/**
 * Returns a perspective projection that looks along y, with one vanishing point. x points right, y away from
 * the eye and z up. At y = 0, the scale is 1.
 */
export function perspective(eye: { x: number; z: number; distance: number }): View {
  return (x, y, z) => {
    const scale = eye.distance / (eye.distance + y);
    return [eye.x + (x - eye.x) * scale, -(eye.z + (z - eye.z) * scale)];
  };
}

function cornersOf(view: View, [x0, x1, y0, y1, z0, z1]: Box): Point[] {
  return [x0, x1].flatMap((x) => [y0, y1].flatMap((y) => [z0, z1].map((z) => view(x, y, z))));
}

export function fitToFrame(view: View, box: Box, frame: Frame): View {
  const corners = cornersOf(view, box);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(frame.width / (right - left), frame.height / (bottom - top));
  const [dx, dy] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  return (x, y, z) => {
    const [u, v] = view(x, y, z);
    return [dx + (u - (left + right) / 2) * scale, dy + (v - (top + bottom) / 2) * scale];
  };
}
