import type { Hex } from '../../shared/brand/colour.ts';
import { escapeXml } from '../../shared/xml.ts';
import { svgElement, lightColours, svgDocument } from './svg.ts';

/** `mark` is the drawing of the default logo. */
export type IconSign =
  | { kind: 'picture'; png: Buffer; width: number; height: number }
  | { kind: 'letter'; letter: string; fill: Hex; onFill: Hex }
  | { kind: 'mark' };

/**
 * Except in small icons, a picture or the default logo has a background and a margin, a wider one if
 * `maskable`, because operating systems cut that to a circle.
 */
export type IconShape = 'small' | 'large' | 'maskable';

const margins: Record<IconShape, number> = { small: 0, large: 1 / 6, maskable: 0.22 };

/** In a field of 32 × 32. The area between the walls is transparent. */
const mark =
  svgElement('path', { d: 'M2 2H13L6 30H2ZM30 2H19L26 30H30Z', fill: lightColours.pine }) +
  svgElement('circle', { cx: 16, cy: 25.5, r: 4, fill: lightColours.signal });

/** `size` is the width in pixels. */
export function drawIcon(sign: IconSign, size: number, shape: IconShape, background: Hex): string {
  if (sign.kind === 'letter')
    return svgDocument(size, size, drawLetter(sign, size, shape === 'small' ? size / 6 : 0));
  const ground = shape === 'small' ? '' : svgElement('rect', { width: size, height: size, fill: background });
  const edge = Math.round(size * margins[shape]);
  return svgDocument(size, size, ground + drawSign(sign, edge, edge, size - 2 * edge));
}

export function drawSign(sign: IconSign, x: number, y: number, size: number): string {
  const moved = `translate(${x} ${y})`;
  if (sign.kind === 'letter') return svgElement('g', { transform: moved }, drawLetter(sign, size, size / 6));
  if (sign.kind === 'mark') return svgElement('g', { transform: `${moved} scale(${size / 32})` }, mark);
  return drawPicture(sign, x, y, size, size);
}

/** At the left of a wide box, in the middle of any other. */
export function drawPicture(
  { png }: Extract<IconSign, { kind: 'picture' }>,
  ...[x, y, width, height]: [number, number, number, number]
): string {
  const left = { preserveAspectRatio: width > height ? 'xMinYMid' : 'xMidYMid' };
  return svgElement('image', {
    x,
    y,
    width,
    height,
    ...left,
    href: `data:image/png;base64,${png.toString('base64')}`,
  });
}

function drawLetter(
  { letter, fill, onFill }: Extract<IconSign, { kind: 'letter' }>,
  size: number,
  rx: number,
): string {
  const font = {
    'font-family': 'Bricolage Grotesque SemiBold, Bricolage Grotesque, Inter, Arial, sans-serif',
    'font-weight': 600,
    'font-size': size * 0.62,
  };
  // The middle of a capital letter is 0.35 em above its baseline.
  const at = { x: size / 2, y: size * (0.5 + 0.62 * 0.35), 'text-anchor': 'middle', fill: onFill };
  return (
    svgElement('rect', { width: size, height: size, rx, fill }) +
    svgElement('text', { ...at, ...font }, escapeXml(letter))
  );
}

/** By width in pixels. */
export function packIco(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const headBytes = 6 + 16 * pictures.size;
  const head = Buffer.alloc(headBytes);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.size, 4);
  let offset = headBytes;
  for (const [index, [size, png]] of [...pictures].entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.values()]);
}
