import { type Tone, type ToneName, tones } from './tones.ts';
import { svgElement, formatPixels, svgDocument } from '../../src/http/drawings/svg.ts';
import type { Point } from './geometry.ts';
import { fnvHashOf } from '../../src/shared/fnv-hash.ts';
import { createPen, type Pen } from './pen.ts';
import { type Random, createRandom } from './seed.ts';
import type { Frame } from './projection.ts';

export interface Sheet {
  width: number;
  height: number;
  /** The size of a unit in pixels. The picture is at least 1200 × 800 units large. */
  unit: number;
  tone: Tone;
  pen: Pen;
  random: Random;
  /** The side from which daylight comes: 1 is the left, -1 the right. */
  sun: 1 | -1;
  /** Returns a value for `fill`: a gradient from the colour to transparent. */
  fade(colour: string, from: Point, to: Point, opacity: number): string;
  clipped(path: string, content: string): string;
  /** Returns a part of the picture. The bounds are shares of the width and height of the picture. */
  frame(left: number, top: number, right: number, bottom: number): Frame;
  finish(content: string): string;
}

export interface SheetOptions {
  seed: string;
  width: number;
  height: number;
  tone?: ToneName | undefined;
}

/**
 * Creates the sheet on which a picture is drawn. The ids in its SVG begin with a hash of the options, so that
 * a page can contain several pictures.
 */
export function createSheet({ seed, width, height, tone: toneName }: SheetOptions): Sheet {
  const random = createRandom(seed);
  const sun = random.chance(0.5) ? 1 : -1;
  const drawn = random.pick(['paper', 'paper', 'mist', 'sand', 'sand', 'pine', 'pine', 'dusk'] as const);
  const chosen = tones[toneName ?? drawn];
  const tone = sun === 1 ? chosen : { ...chosen, lit: chosen.shaded, shaded: chosen.lit };
  const unit = Math.min(width / 1200, height / 800);
  const prefix = `d${fnvHashOf(`${seed}|${width}|${height}|${toneName ?? ''}`).toString(36)}`;
  const definitions: string[] = [];
  return {
    width,
    height,
    unit,
    tone,
    random,
    sun,
    pen: createPen(tone, unit),
    fade(colour, [x1, y1], [x2, y2], opacity) {
      const id = `${prefix}-${definitions.length}`;
      const stops =
        svgElement('stop', { 'stop-color': colour, 'stop-opacity': opacity }) +
        svgElement('stop', { offset: 1, 'stop-color': colour, 'stop-opacity': 0 });
      const line = { x1: formatPixels(x1), y1: formatPixels(y1), x2: formatPixels(x2), y2: formatPixels(y2) };
      definitions.push(svgElement('linearGradient', { id, gradientUnits: 'userSpaceOnUse', ...line }, stops));
      return `url(#${id})`;
    },
    clipped(path, content) {
      const id = `${prefix}-${definitions.length}`;
      definitions.push(svgElement('clipPath', { id }, svgElement('path', { d: path })));
      return svgElement('g', { 'clip-path': `url(#${id})` }, content);
    },
    frame: (left, top, right, bottom) => ({
      x: left * width,
      y: top * height,
      width: (right - left) * width,
      height: (bottom - top) * height,
    }),
    finish(content) {
      const defs = definitions.length > 0 ? svgElement('defs', {}, definitions.join('')) : '';
      const ground = svgElement('rect', { width, height, fill: tone.ground });
      return svgDocument(width, height, defs + ground + content);
    },
  };
}
