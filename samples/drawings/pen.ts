import type { Tone } from './tones.ts';
import { svgElement, formatPixels } from '../../src/http/drawings/svg.ts';
import { type Point, pathThrough } from './geometry.ts';

interface LineStyle {
  /** The width in hairlines: 1 for details, 2 for outlines, 3 for parts that the section cuts. */
  weight?: number;
  opacity?: number;
  colour?: string;
  /** The lengths of a dash and of a gap, in hairlines. */
  dash?: readonly [number, number];
}

interface FaceStyle extends LineStyle {
  fillOpacity?: number;
}

/** Draws shapes. Every method returns SVG markup. */
export interface Pen {
  tone: Tone;
  /** The size of a unit in pixels. The picture is at least 1200 × 800 units large. */
  unit: number;
  plane(points: readonly Point[], colour: string, opacity?: number): string;
  /** Draws a polygon with a hairline around it. Further outlines cut holes. */
  face(outlines: readonly (readonly Point[])[], colour: string, style?: FaceStyle): string;
  line(points: readonly Point[], style?: LineStyle): string;
  disc(centre: Point, radius: number, colour: string, opacity?: number): string;
  ring(centre: Point, radius: number, style?: LineStyle): string;
}

/** Creates a pen. `unit` scales its hairlines, so that small and large pictures look alike. */
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
    'stroke-dasharray': dash?.map((length) => formatPixels(length * unit)).join(' '),
  });
  return {
    tone,
    unit,
    plane: (points, colour, opacity) =>
      svgElement('path', { d: pathThrough(points), fill: colour, 'fill-opacity': opacity }),
    face: (outlines, colour, style = {}) =>
      svgElement('path', {
        d: outlines.map((points) => pathThrough(points)).join(''),
        fill: colour,
        'fill-rule': outlines.length > 1 ? 'evenodd' : undefined,
        'fill-opacity': style.fillOpacity,
        ...stroke(style),
      }),
    line: (points, style) => svgElement('path', { d: pathThrough(points, false), ...stroke(style) }),
    disc: ([x, y], radius, colour, opacity) =>
      svgElement('circle', {
        cx: formatPixels(x),
        cy: formatPixels(y),
        r: formatPixels(radius),
        fill: colour,
        'fill-opacity': opacity,
      }),
    ring: ([x, y], radius, style) =>
      svgElement('circle', {
        cx: formatPixels(x),
        cy: formatPixels(y),
        r: formatPixels(radius),
        ...stroke(style),
      }),
  };
}
