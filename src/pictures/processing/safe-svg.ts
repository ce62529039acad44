import { Parser } from 'htmlparser2';
import { escapeXml } from '../../shared/xml.ts';

interface SafeSvg {
  /** Contains only shapes, groups, gradients and clips. */
  svg: string;
  width: number;
  height: number;
}

export const maxSvgBytes = 200 * 1024;
export const svgTooLargeMessage = 'An SVG may have at most 200 kB.';
const notSvg = 'The file is not an SVG drawing.';
const maxElements = 5000;
const maxDepth = 64;

const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
const structure = ['svg', 'g', 'defs', 'linearGradient', 'radialGradient', 'stop', 'clipPath'];
const allowedElements = new Set([...structure, ...shapes]);
/** Removed with their content. */
const invisible = new Set(['title', 'desc', 'metadata', 'script']);

const presentation = new Set([
  ...[
    'fill',
    'fill-opacity',
    'fill-rule',
    'clip-path',
    'clip-rule',
    'color',
    'display',
    'visibility',
    'opacity',
  ],
  ...['stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit'],
  ...['stroke-dasharray', 'stroke-dashoffset', 'stop-color', 'stop-opacity'],
]);
const geometry = new Set([
  ...['id', 'd', 'points', 'x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r', 'x1', 'y1', 'x2', 'y2'],
  ...['fx', 'fy', 'fr', 'transform', 'offset', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
  'clipPathUnits',
]);

const localReference = /^#[\w.:-]{1,100}$/;
const localUrl = /^url\(\s*(['"]?)#[\w.:-]{1,100}\1\s*\)$/;

class Refused extends Error {}

/** Other parts could harm the server, which draws the file. `problem` is for the uploader. */
export function rebuildSvg(
  text: string,
  box: { width: number; height: number },
): SafeSvg | { problem: string } {
  try {
    return rebuild(text, box);
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}

function rebuild(text: string, box: { width: number; height: number }): SafeSvg {
  if (Buffer.byteLength(text) > maxSvgBytes) throw new Refused(svgTooLargeMessage);
  const written: string[] = [];
  const open: string[] = [];
  let frame: Frame | undefined;
  let skipped = 0;
  let elements = 0;
  let hasShape = false;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        elements += 1;
        if (elements > maxElements) throw new Refused(`An SVG may have at most ${maxElements} elements.`);
        if (open.length + skipped >= maxDepth)
          throw new Refused('The elements of this SVG are nested too deeply.');
        if (skipped > 0 || isInvisible(name)) {
          skipped += 1;
          return;
        }
        if (frame && !allowedElements.has(name)) throw new Refused(refusalOf(name));
        if (!frame) {
          if (name !== 'svg') throw new Refused(notSvg);
          frame = readFrame(attributes);
        } else {
          written.push(`<${name}${writeAttributes(attributes, open.includes('clipPath'))}>`);
        }
        hasShape ||= shapes.has(name);
        open.push(name);
      },
      ontext: (content) => {
        if (skipped === 0 && open.length === 0 && content.trim()) throw new Refused(notSvg);
      },
      onclosetag: () => {
        if (skipped > 0) {
          skipped -= 1;
          return;
        }
        const name = open.pop();
        if (open.length > 0) written.push(`</${name}>`);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  if (!frame) throw new Refused(notSvg);
  if (!hasShape) throw new Refused('This SVG contains no shapes.');
  return finish(frame, written.join(''), box);
}

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  attributes: string;
}

function finish(
  { left, top, width, height, attributes }: Frame,
  content: string,
  box: Frame | { width: number; height: number },
): SafeSvg {
  const scale = Math.min(box.width / width, box.height / height);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${left} ${top} ${width} ${height}" width="${size.width}" height="${size.height}"${attributes}>`;
  return { svg: `${head}${content}</svg>`, ...size };
}

function readFrame(attributes: Record<string, string>): Frame {
  const length = (value: string | undefined) =>
    /^[\d.]+(?:px)?$/.test(value ?? '') ? Number.parseFloat(value!) : Number.NaN;
  const [left = 0, top = 0, width = 0, height = 0] = attributes.viewBox
    ? attributes.viewBox
        .trim()
        .split(/[\s,]+/)
        .map(Number)
    : [0, 0, length(attributes.width), length(attributes.height)];
  const isUsable = [left, top, width, height].every(Number.isFinite) && width > 0 && height > 0;
  if (!isUsable) throw new Refused('This SVG has no usable size. It needs a viewBox.');
  const { id: _, x: _x, y: _y, width: _w, height: _h, ...others } = attributes;
  return { left, top, width, height, attributes: writeAttributes(others, false) };
}

/** Elements with a prefix, such as `sodipodi:namedview`, come from drawing programs and draw nothing. */
function isInvisible(name: string): boolean {
  return invisible.has(name) || name.includes(':');
}

function refusalOf(name: string): string {
  if (name === 'style')
    return 'This SVG uses a style sheet. Export it with presentation attributes, or upload a PNG.';
  if (/^(?:text|tspan|textPath)$/.test(name))
    return 'This SVG contains text, which depends on installed fonts. Convert the text to paths, or upload a PNG.';
  return `This SVG contains “${name.slice(0, 40)}”, which a logo cannot have. Export it with plain shapes and colours, or upload a PNG.`;
}

function writeAttributes(attributes: Record<string, string>, isInClip: boolean): string {
  const declared = { ...attributes, ...declarationsOf(attributes.style ?? '') };
  return Object.entries(declared)
    .flatMap(([name, value]) => {
      if (name === 'href' || name === 'xlink:href')
        return localReference.test(value) ? [` xlink:href="${escapeXml(value)}"`] : [];
      if (!geometry.has(name) && !presentation.has(name)) return [];
      // Clips inside clips would multiply the work of drawing.
      if (name === 'clip-path' && isInClip) return [];
      if (/url\s*\(|\\|@|\/\*/i.test(value) && !localUrl.test(value.trim())) return [];
      return [` ${name}="${escapeXml(value)}"`];
    })
    .join('');
}

function declarationsOf(style: string): Record<string, string> {
  const declarations = style.split(';').flatMap((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    const property = name.trim().toLowerCase();
    return presentation.has(property)
      ? [
          [
            property,
            value
              .join(':')
              .replace(/!\s*important/i, '')
              .trim(),
          ],
        ]
      : [];
  });
  return Object.fromEntries(declarations);
}
