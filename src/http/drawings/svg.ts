import { escapeXml } from '../../shared/xml.ts';

/** In pixels from the top left corner. */
export type Point = readonly [x: number, y: number];

type Attributes = Record<string, string | number | undefined>;

/** A tenth of a pixel is exact enough. More digits would only make files longer. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

/** Rounds numbers to three digits and omits attributes without a value. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? +value.toFixed(3) : escapeXml(String(value))}"`,
    )
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export function pathThrough(points: readonly Point[], isClosed = true): string {
  const steps = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`);
  return steps.join('') + (isClosed ? 'Z' : '');
}

export function segment(x0: number, y0: number, x1: number, y1: number): Point[] {
  return [
    [x0, y0],
    [x1, y1],
  ];
}

/** Returns the upper half of an ellipse, from left to right. */
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

/** Width and height are in pixels. */
export function svgDocument(width: number, height: number, content: string): string {
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${short(width)} ${short(height)}`,
    width,
    height,
  };
  return element('svg', { ...frame, fill: 'none' }, content);
}
