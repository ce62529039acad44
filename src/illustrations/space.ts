import type { Point } from './svg.ts';

/** Takes a point of the model to the picture. x runs to the front right, y to the front left, z up. */
export type View = (x: number, y: number, z: number) => Point;

/** Two opposite corners of an upright block: x0, x1, y0, y1, z0, z1. */
export type Box = readonly [x0: number, x1: number, y0: number, y1: number, z0: number, z1: number];

/** A rectangle on the picture, in pixels. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A parallel view from above: the angles, in degrees, at which the x and y axes fall; lift is the height of one z. */
export function axonometric(right: number, left: number, lift = 1): View {
  const [a, b] = [(right * Math.PI) / 180, (left * Math.PI) / 180];
  return (x, y, z) => [x * Math.cos(a) - y * Math.cos(b), x * Math.sin(a) + y * Math.sin(b) - z * lift];
}

/** The same view in a mirror, left and right exchanged; what lies in front stays in front. */
export function mirrored(view: View, isMirrored: boolean): View {
  if (!isMirrored) return view;
  return (x, y, z) => {
    const [u, v] = view(x, y, z);
    return [-u, v];
  };
}

/** A view with one vanishing point: x to the right, y away from the eye, z up. At depth 0 one unit stays one unit. */
export function perspective(eye: { x: number; z: number; distance: number }): View {
  return (x, y, z) => {
    const scale = eye.distance / (eye.distance + y);
    return [eye.x + (x - eye.x) * scale, -(eye.z + (z - eye.z) * scale)];
  };
}

/** The eight corners of a box, as the view shows them. */
export function cornersOf(view: View, [x0, x1, y0, y1, z0, z1]: Box): Point[] {
  return [x0, x1].flatMap((x) => [y0, y1].flatMap((y) => [z0, z1].map((z) => view(x, y, z))));
}

/** The same view, scaled and moved so that the box just fits into the frame, centred in it. */
export function fitted(view: View, box: Box, frame: Frame): View {
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
