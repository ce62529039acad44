import { type BrandLook, defaultLook } from '../shared/brand/brand.ts';
import { fromOklch, type Hex, toOklch } from '../shared/brand/colour.ts';
import { hueWhenDarker, isGrey } from '../shared/brand/hues.ts';
import { makePalette, type Palette, usesGreyDrawings } from '../shared/brand/palette.ts';
import { dusk, light } from './palette.ts';

const colourAttribute = /\b(fill|stroke|stop-color)="(#[0-9a-f]{6})"/g;

/** Keeps each colour's lightness, for contrast. Greens take the hue of the accent, and the spot that of the look. */
export function recolour(svg: string, look: BrandLook): string {
  const palette = makePalette(look);
  const known = new Map<string, Hex>();
  return svg.replaceAll(colourAttribute, (_, attribute: string, colour: Hex) => {
    const turned = known.get(colour) ?? turnColour(colour, look, palette);
    known.set(colour, turned);
    return `${attribute}="${turned}"`;
  });
}

/** Warm paper and daylight are outside of this range. */
const greens = { from: 108, to: 205 };
/** So much chroma that a grey drawing is not dead. */
const greyShare = 0.22;
/** A drawing in full colour would drown the words beside it. */
const maxShare = 1.7;

function turnColour(colour: Hex, look: BrandLook, palette: Palette): Hex {
  if (colour === light.signal || colour === dusk.signal) return palette.light.spot;
  if (colour === light.paper) return palette.light.paper;
  if (colour === dusk.paper) return palette.dark.paper;
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
