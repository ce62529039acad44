import { escapeXml } from '../../shared/xml.ts';

type Attributes = Record<string, string | number | undefined>;

/** Rounded to tenths. More digits would only make files longer. */
export function formatPixels(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

/** Leaves out attributes without a value. `content` must be escaped already. */
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

/** In pixels. */
export function svgDocument(width: number, height: number, content: string): string {
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${formatPixels(width)} ${formatPixels(height)}`,
    width,
    height,
  };
  return element('svg', { ...frame, fill: 'none' }, content);
}

/** The built-in colours. Beside each is the oklch value or the mixture that it comes from. */
export const lightColours = {
  paper: '#fbfaf6', // 0.985 0.006 95
  surface: '#ffffff',
  ink: '#111e19', // 0.22 0.02 170
  line: '#dfe0db', // ink at 12 % on paper
  pine: '#1b5947', // 0.42 0.07 170
  signal: '#e8542f', // 0.64 0.19 35
} as const;

export const darkColours = {
  paper: '#0d1613', // 0.19 0.015 170
  surface: '#16211d', // 0.235 0.018 170
  ink: '#e8e8e4', // paper at 92 % on dusk paper
  line: '#2e3633', // paper at 14 % on dusk paper
  pine: '#66b79c', // 0.72 0.09 170
  signal: '#f4714b', // 0.70 0.17 37
} as const;
