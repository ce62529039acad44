import { type BrandLook, defaultLook } from '../../shared/brand/brand-look.ts';
import { fromOklch, type Hex, hueWhenDarker, isGrey, toOklch } from '../../shared/brand/colour.ts';
import { makePalette, type Palette, usesGreyDrawings } from '../../shared/brand/palette.ts';
import { darkColours, lightColours } from './svg.ts';

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
/** Of the chroma in grey drawings, which would look lifeless without any. */
const greyShare = 0.22;
/** Of the chroma in other drawings. Stronger colours would distract from the text beside them. */
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
