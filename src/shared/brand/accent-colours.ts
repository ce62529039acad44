import { contrast, colourDistance, fromOklch, type Hex, luminance, type Oklch, toOklch } from './colour.ts';
import { hueWhenDarker, isGrey } from './hues.ts';
import {
  backgroundsOf,
  edgeContrast,
  isReadable,
  moveLightness,
  textContrast,
  tintsOf,
} from './readable-colours.ts';
import type { Backgrounds, ThemeColours, ThemeName } from './theme-types.ts';

type AccentColours = Pick<
  ThemeColours,
  'accent' | 'fill' | 'fillHover' | 'onFill' | 'fillEdge' | 'fillEdgeHover'
>;

const white: Hex = '#ffffff';

export function makeAccentColours(brand: Hex, backgrounds: Backgrounds, theme: ThemeName): AccentColours {
  const accent = makeAccentText(brand, backgrounds, theme);
  const { fill, onFill } = withReadableText(makeFill(brand, accent, backgrounds, theme));
  const fillHover = makeHover(fill, onFill);
  const edgeOf = (colour: Hex) =>
    isReadable(colour, backgroundsOf(backgrounds), edgeContrast) ? colour : accent;
  return {
    accent,
    fill,
    fillHover,
    onFill,
    fillEdge: edgeOf(fill),
    fillEdgeHover: edgeOf(fillHover),
  };
}

/**
 * Returns the brand's colour for text. The colour becomes darker on the light page, and lighter on the dark
 * page, until text is readable on every background.
 */
function makeAccentText(brand: Hex, backgrounds: Backgrounds, theme: ThemeName): Hex {
  const own = toOklch(brand);
  const passes = (colour: Hex) =>
    isReadable(colour, [...backgroundsOf(backgrounds), ...tintsOf(colour, backgrounds)], textContrast);
  if (theme === 'light') {
    // A light grey that is darkened only as far as necessary looks like disabled text, so it becomes almost black.
    const lightness = isGrey(brand) && own.lightness > lightest ? 0.28 : Math.min(own.lightness, lightest);
    const toneAt = (at: number) => {
      const hue = hueWhenDarker(own.hue, own.lightness - at);
      return { hue, chroma: isGrey(brand) ? own.chroma : chromaWhenDarker(own, at, hue) };
    };
    return moveLightness({ ...own, lightness }, 'darker', passes, toneAt);
  }
  const lightness = isGrey(brand) && own.lightness < 0.5 ? 0.92 : Math.max(own.lightness, 0.7);
  return moveLightness({ ...own, lightness, chroma: Math.min(own.chroma, 0.17) }, 'lighter', passes);
}

const lightest = 0.62;
/**
 * The maximum chroma of a pale colour that is darkened. With more chroma, the result would look stronger than
 * the brand's colour.
 */
const mostGained = 0.14;

/**
 * Returns the chroma of a darkened colour. A pale colour looks brown or grey when only its lightness changes.
 * The result therefore has the same share of the highest chroma that a screen can show.
 */
function chromaWhenDarker(own: Oklch, at: number, hue: number): number {
  if (own.lightness <= lightest) return own.chroma;
  const share = own.chroma / mostChroma(own.lightness, own.hue);
  return Math.max(own.chroma, Math.min(mostGained, share * mostChroma(at, hue)));
}

function mostChroma(lightness: number, hue: number): number {
  return toOklch(fromOklch({ lightness, chroma: 0.4, hue })).chroma;
}

/** The smallest distance to the page colour at which a tint is recognizable. */
const seenTint = 0.11;

/**
 * Returns the colour of buttons. A button has the brand's colour if such a button is recognizable. On the
 * light page, a colour that is almost as pale as the page becomes a stronger tint. In all other cases,
 * buttons have the brand's colour for text.
 */
function makeFill(brand: Hex, accent: Hex, backgrounds: Backgrounds, theme: ThemeName): Hex {
  if (isSeen(brand, backgrounds, theme)) return brand;
  const own = toOklch(brand);
  // A tint of beige is still recognizable as beige. The text colour of a beige brand is brown, which is not.
  if (theme === 'dark' || isGrey(brand) || own.lightness <= lightest) return accent;
  const isTint = (colour: Hex) => colourDistance(colour, backgrounds.paper) >= seenTint;
  return moveLightness(own, 'darker', isTint, (at) => ({
    hue: own.hue,
    chroma: chromaWhenDarker(own, at, own.hue),
  }));
}

/**
 * Returns whether a button in this colour is recognizable on the page. On the light page, a strong colour may
 * have less contrast, because the button also gets an edge.
 */
function isSeen(brand: Hex, { paper, surface }: Backgrounds, theme: ThemeName): boolean {
  if (isReadable(brand, [paper, surface], edgeContrast)) return true;
  return theme === 'light' && toOklch(brand).chroma >= 0.04 && colourDistance(brand, paper) >= 0.07;
}

/**
 * Returns the colour of a button and the colour of its text, which is white or dark. If neither text is
 * readable, the button becomes darker until white text is readable.
 */
function withReadableText(fill: Hex): Pick<AccentColours, 'fill' | 'onFill'> {
  const own = toOklch(fill);
  const ink = fromOklch({ lightness: 0.2, chroma: Math.min(own.chroma, 0.02), hue: own.hue });
  const text = [white, ink].find((colour) => contrast(colour, fill) >= textContrast);
  if (text) return { fill, onFill: text };
  const darker = moveLightness(own, 'darker', (colour) => contrast(white, colour) >= textContrast);
  return { fill: darker, onFill: white };
}

const hoverStep = 0.055;

/**
 * Returns the colour of a button under the pointer. Usually, the colour becomes lighter or darker, away from the colour
 * of the text. If this is not possible, the colour changes in the other direction, and the text remains readable.
 */
function makeHover(fill: Hex, text: Hex): Hex {
  const own = toOklch(fill);
  const step = luminance(text) > luminance(fill) ? -hoverStep : hoverStep;
  const away = fromOklch({ ...own, lightness: Math.min(0.97, Math.max(0.08, own.lightness + step)) });
  if (colourDistance(away, fill) > 0.02) return away;
  const towards = { ...own, lightness: own.lightness - step };
  const direction = step > 0 ? 'lighter' : 'darker';
  return moveLightness(towards, direction, (colour) => contrast(text, colour) >= textContrast);
}
