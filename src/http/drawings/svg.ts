import { escapeXml } from '../../shared/xml.ts';

type Attributes = Record<string, string | number | undefined>;

/** Returns a number of pixels as text, rounded to tenths. More digits would only make files longer. */
export function formatPixels(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

/**
 * Returns an SVG element. Rounds numbers to three decimals, and leaves out attributes without a value.
 * `content` must be escaped already.
 */
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

/** Returns an SVG document. `width` and `height` are in pixels. */
export function svgDocument(width: number, height: number, content: string): string {
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${formatPixels(width)} ${formatPixels(height)}`,
    width,
    height,
  };
  return element('svg', { ...frame, fill: 'none' }, content);
}
