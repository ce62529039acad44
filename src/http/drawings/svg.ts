import { type BrandLook, defaultLook } from '../../shared/brand/brand-look.ts';
import { fromOklch, type Hex, hueWhenDarker, isGrey, toOklch } from '../../shared/brand/colour.ts';
import { makePalette, type Palette, usesGreyDrawings } from '../../shared/brand/palette.ts';
import { escapeXml } from '../../shared/xml.ts';

type Attributes = Record<string, string | number | undefined>;

/** Rounded to tenths. More digits would only make files longer. */
export function formatPixels(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

/** Leaves out attributes without a value. `content` must be escaped already. */
export function svgElement(name: string, attributes: Attributes, content = ''): string {
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
  return svgElement('svg', { ...frame, fill: 'none' }, content);
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

const colourAttribute = /\b(fill|stroke|stop-color)="(#[0-9a-f]{6})"/g;

/** Greens get the accent's hue but keep their lightness, and so their contrast. */
export function recolour(svg: string, look: BrandLook): string {
  const palette = makePalette(look);
  const known = new Map<string, Hex>();
  return svg.replaceAll(colourAttribute, (_, attribute: string, colour: Hex) => {
    const turned = known.get(colour) ?? turnColour(colour, look, palette);
    known.set(colour, turned);
    return `${attribute}="${turned}"`;
  });
}

/** The warm paper and the daylight of the drawings have other hues. */
const greens = { from: 108, to: 205 };
/** The factor of chroma in grey drawings. With 0 they look lifeless. */
const greyShare = 0.22;
/** The largest factor in other drawings. More would distract from the text beside them. */
const maxShare = 1.7;

function turnColour(colour: Hex, look: BrandLook, palette: Palette): Hex {
  if (colour === lightColours.signal || colour === darkColours.signal) return palette.light.spot;
  if (colour === lightColours.paper) return palette.light.paper;
  if (colour === darkColours.paper) return palette.dark.paper;
  const { lightness, chroma, hue } = toOklch(colour);
  if (chroma < 0.002 || hue < greens.from || hue > greens.to) return colour;
  const accent = toOklch(look.accent);
  const strength = isGrey(look.accent)
    ? accent.chroma / 0.07
    : accent.chroma / toOklch(defaultLook.accent).chroma;
  const share = Math.min(strength, usesGreyDrawings(look) ? greyShare : maxShare);
  return fromOklch({
    lightness,
    chroma: chroma * share,
    hue: hueWhenDarker(accent.hue, accent.lightness - lightness),
  });
}
