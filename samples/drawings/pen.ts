import type { Tone } from './tones.ts';
import { element, short } from '../../src/http/drawings/svg.ts';
import { type Point, pathThrough } from './geometry.ts';

export interface LineStyle {
  /** In hairlines: 1 for details, 2 for outlines, 3 for parts that are cut. */
  weight?: number;
  opacity?: number;
  colour?: string;
  /** Dash and gap, in hairlines. */
  dash?: readonly [number, number];
}

export interface FaceStyle extends LineStyle {
  fillOpacity?: number;
}

/** Every method returns a piece of SVG. */
export interface Pen {
  tone: Tone;
  /** How many pixels one unit has. The picture is 1200 × 800 units. */
  unit: number;
  plane(points: readonly Point[], colour: string, opacity?: number): string;
  /** Draws a polygon with a hairline around it. Further outlines cut holes. */
  face(outlines: readonly (readonly Point[])[], colour: string, style?: FaceStyle): string;
  line(points: readonly Point[], style?: LineStyle): string;
  disc(centre: Point, radius: number, colour: string, opacity?: number): string;
  ring(centre: Point, radius: number, style?: LineStyle): string;
}

/** `unit` scales hairlines, so that thumbnails and posters look alike. */
export function createPen(tone: Tone, unit: number): Pen {
  const stroke = ({
    weight = 1,
    opacity = tone.isDeep ? 0.5 : 0.6,
    colour = tone.line,
    dash,
  }: LineStyle = {}) => ({
    stroke: colour,
    'stroke-width': 1.15 * weight * unit,
    'stroke-opacity': opacity,
    'stroke-linejoin': 'round',
    'stroke-dasharray': dash?.map((length) => short(length * unit)).join(' '),
  });
  return {
    tone,
    unit,
    plane: (points, colour, opacity) =>
      element('path', { d: pathThrough(points), fill: colour, 'fill-opacity': opacity }),
    face: (outlines, colour, style = {}) =>
      element('path', {
        d: outlines.map((points) => pathThrough(points)).join(''),
        fill: colour,
        'fill-rule': outlines.length > 1 ? 'evenodd' : undefined,
        'fill-opacity': style.fillOpacity,
        ...stroke(style),
      }),
    line: (points, style) => element('path', { d: pathThrough(points, false), ...stroke(style) }),
    disc: ([x, y], radius, colour, opacity) =>
      element('circle', {
        cx: short(x),
        cy: short(y),
        r: short(radius),
        fill: colour,
        'fill-opacity': opacity,
      }),
    ring: ([x, y], radius, style) =>
      element('circle', { cx: short(x), cy: short(y), r: short(radius), ...stroke(style) }),
  };
}
