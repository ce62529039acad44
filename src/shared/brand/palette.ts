import type { BrandLook } from './brand-look.ts';
import {
  type Backgrounds,
  backgroundsOf,
  blendOver,
  colourDistance,
  contrastRatio,
  edgeContrast,
  fromOklch,
  type Hex,
  hueDistance,
  hueWhenDarker,
  isBrownWhenDark,
  isGrey,
  isReadable,
  resemblesWarningColour,
  relativeLuminance,
  moveLightness,
  type Oklch,
  textContrast,
  type ThemeColours,
  type ThemeName,
  panelTintsOf,
  toOklch,
  warningHue,
} from './colour.ts';

type AccentColours = Pick<
  ThemeColours,
  'accent' | 'fill' | 'fillHover' | 'onFill' | 'fillEdge' | 'fillEdgeHover'
>;

const white: Hex = '#ffffff';

function makeAccentColours(brand: Hex, backgrounds: Backgrounds, theme: ThemeName): AccentColours {
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

/** Darker on the light page, lighter on the dark one, until text is readable everywhere. */
function makeAccentText(brand: Hex, backgrounds: Backgrounds, theme: ThemeName): Hex {
  const own = toOklch(brand);
  const passes = (colour: Hex) =>
    isReadable(colour, [...backgroundsOf(backgrounds), ...panelTintsOf(colour, backgrounds)], textContrast);
  if (theme === 'light') {
    // A light grey that is only just dark enough looks like disabled text, so it becomes almost black.
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
/** The most chroma of a pale colour that is darkened, or it would look stronger than the brand's colour. */
const mostGained = 0.14;

/** A pale colour looks brown when only darker, so it keeps its share of the highest possible chroma. */
function chromaWhenDarker(own: Oklch, at: number, hue: number): number {
  if (own.lightness <= lightest) return own.chroma;
  const share = own.chroma / mostChroma(own.lightness, own.hue);
  return Math.max(own.chroma, Math.min(mostGained, share * mostChroma(at, hue)));
}

function mostChroma(lightness: number, hue: number): number {
  return toOklch(fromOklch({ lightness, chroma: 0.4, hue })).chroma;
}

/** The smallest distance to the page at which a tint is recognizable. */
const seenTint = 0.11;

/**
 * The colour of buttons: the brand's if it is recognizable. On the light page, a colour almost as pale as the page
 * becomes a stronger tint. Otherwise the brand's colour for text.
 */
function makeFill(brand: Hex, accent: Hex, backgrounds: Backgrounds, theme: ThemeName): Hex {
  if (isSeen(brand, backgrounds, theme)) return brand;
  const own = toOklch(brand);
  // A tint of beige is still beige. The text colour of a beige brand is brown.
  if (theme === 'dark' || isGrey(brand) || own.lightness <= lightest) return accent;
  const isTint = (colour: Hex) => colourDistance(colour, backgrounds.paper) >= seenTint;
  return moveLightness(own, 'darker', isTint, (at) => ({
    hue: own.hue,
    chroma: chromaWhenDarker(own, at, own.hue),
  }));
}

/** On the light page, a strong colour may have less contrast, because the button also gets an edge. */
function isSeen(brand: Hex, { paper, surface }: Backgrounds, theme: ThemeName): boolean {
  if (isReadable(brand, [paper, surface], edgeContrast)) return true;
  return theme === 'light' && toOklch(brand).chroma >= 0.04 && colourDistance(brand, paper) >= 0.07;
}

/** With white or dark text. If neither is readable, the button becomes darker until white text is. */
function withReadableText(fill: Hex): Pick<AccentColours, 'fill' | 'onFill'> {
  const own = toOklch(fill);
  const ink = fromOklch({ lightness: 0.2, chroma: Math.min(own.chroma, 0.02), hue: own.hue });
  const text = [white, ink].find((colour) => contrastRatio(colour, fill) >= textContrast);
  if (text) return { fill, onFill: text };
  const darker = moveLightness(own, 'darker', (colour) => contrastRatio(white, colour) >= textContrast);
  return { fill: darker, onFill: white };
}

const hoverStep = 0.055;

/** Away from the text, or the other way if that is not possible. The text stays readable. */
function makeHover(fill: Hex, text: Hex): Hex {
  const own = toOklch(fill);
  const step = relativeLuminance(text) > relativeLuminance(fill) ? -hoverStep : hoverStep;
  const away = fromOklch({ ...own, lightness: Math.min(0.97, Math.max(0.08, own.lightness + step)) });
  if (colourDistance(away, fill) > 0.02) return away;
  const towards = { ...own, lightness: own.lightness - step };
  const direction = step > 0 ? 'lighter' : 'darker';
  return moveLightness(towards, direction, (colour) => contrastRatio(text, colour) >= textContrast);
}

type Neutrals = Pick<ThemeColours, 'ink' | 'quiet' | 'line' | 'lineStrong'> & Backgrounds;

/** The hue of the `warm` page background. */
const warmHue = 95;
/** With a lower chroma of the accent, neutral colours are less colourful. */
const fullChroma = 0.07;

/** Backgrounds, text and lines. Their lightness is almost the same for every look. Their hue and chroma follow it. */
function makeNeutrals({ accent, paper: kind }: BrandLook, theme: ThemeName): Neutrals {
  const { lightness: ownLightness, chroma, hue: own } = toOklch(accent);
  const hue = isGrey(accent) ? warmHue : own;
  const share = Math.min(1, chroma / fullChroma);
  const white = (lightness: number, maxChroma: number) => {
    if (kind === 'plain') return fromOklch({ lightness, chroma: 0, hue });
    return fromOklch({
      lightness,
      chroma: kind === 'warm' ? maxChroma : maxChroma * share,
      hue: kind === 'warm' ? warmHue : hue,
    });
  };
  if (theme === 'light') {
    const backgrounds = {
      paper: kind === 'plain' ? '#ffffff' : white(0.985, 0.006),
      surface: '#ffffff',
      sunk: white(0.955, 0.009),
      wash: fromOklch({ lightness: 0.945, chroma: washChroma(ownLightness) * share, hue }),
    } as const;
    return withText(backgrounds, fromOklch({ lightness: 0.22, chroma: 0.02 * share, hue }), 0.7, 0.12);
  }
  // Colours that look brown when dark get half of the chroma.
  const tint = isBrownWhenDark(accent) ? share / 2 : share;
  const dark = (lightness: number, maxChroma: number) =>
    fromOklch({ lightness, chroma: maxChroma * tint, hue });
  const backgrounds = {
    paper: dark(0.19, 0.015),
    surface: dark(0.235, 0.018),
    sunk: dark(0.165, 0.014),
    wash: dark(0.27, 0.03),
  };
  return withText(backgrounds, blendOver(white(0.985, 0.006), 0.92, backgrounds.paper), 0.72, 0.14);
}

/** The chroma of `wash`. The text colour of a pale accent hardly resembles it, so the background must show it. */
function washChroma(lightness: number): number {
  return 0.018 + 0.03 * Math.min(1, Math.max(0, (lightness - 0.7) / 0.15));
}

const controlEdge = 0.6;
const opacityStep = 0.01;

function withText(backgrounds: Backgrounds, ink: Hex, quietOpacity: number, lineOpacity: number): Neutrals {
  const faded = (opacity: number) => blendOver(ink, opacity, backgrounds.paper);
  const fadedUntil = (opacity: number, least: number): Hex => {
    if (opacity >= 1) return ink;
    const colour = faded(opacity);
    return isReadable(colour, backgroundsOf(backgrounds), least)
      ? colour
      : fadedUntil(opacity + opacityStep, least);
  };
  return {
    ...backgrounds,
    ink,
    quiet: fadedUntil(quietOpacity, textContrast),
    line: faded(lineOpacity),
    lineStrong: fadedUntil(controlEdge, edgeContrast),
  };
}

export type Palette = Record<ThemeName, ThemeColours>;

/** Whatever the accent is, text has a contrast of at least 4.5:1, edges of controls and focus rings of 3:1. */
export function makePalette(look: BrandLook): Palette {
  return { light: makeTheme(look, 'light'), dark: makeTheme(look, 'dark') };
}

function makeTheme(look: BrandLook, theme: ThemeName): ThemeColours {
  const neutrals = makeNeutrals(look, theme);
  return {
    ...neutrals,
    ...makeAccentColours(look.accent, neutrals, theme),
    ...makeSignalColours(look.accent, neutrals, theme),
    ...makeDeepColours(look.accent, theme),
    spot: spotColourOf(look),
  };
}

type SignalColours = Pick<ThemeColours, 'signal' | 'signalText' | 'signalWash' | 'onSignalText'>;

/** Crimson on a site with a red accent, so that people do not confuse the two. */
function makeSignalColours(accent: Hex, backgrounds: Backgrounds, theme: ThemeName): SignalColours {
  const hue = resemblesWarningColour(accent) ? 8 : warningHue;
  const isDark = theme === 'dark';
  const signalWash = isDark
    ? fromOklch({ lightness: 0.28, chroma: 0.05, hue: hue + 3 })
    : fromOklch({ lightness: 0.95, chroma: 0.03, hue: hue + 5 });
  const passes = (text: Hex) =>
    isReadable(text, [...backgroundsOf(backgrounds), ...panelTintsOf(text, backgrounds), signalWash]);
  const signalText = isDark
    ? moveLightness({ lightness: 0.77, chroma: 0.12, hue: hue + 5 }, 'lighter', passes)
    : moveLightness({ lightness: 0.52, chroma: 0.17, hue: hue - 1 }, 'darker', passes);
  const dark = fromOklch({ lightness: 0.19, chroma: 0.02, hue });
  return {
    signal: isDark
      ? fromOklch({ lightness: 0.7, chroma: 0.17, hue: hue + 2 })
      : fromOklch({ lightness: 0.64, chroma: 0.19, hue }),
    signalText,
    signalWash,
    onSignalText: contrastRatio('#ffffff', signalText) >= textContrast ? '#ffffff' : dark,
  };
}

type DeepColours = Pick<ThemeColours, 'deep' | 'deepTitle' | 'onDeep' | 'onDeepQuiet' | 'onDeepLine'>;

/** A light colour is mud or another colour when it is dark, so dark sections show it in their headings instead. */
const lightestDeep = 0.7;

/** The dark sections of pages, and the poster in the dark theme: recognizably the company's colour. */
function makeDeepColours(accent: Hex, theme: ThemeName): DeepColours {
  const { lightness, chroma, hue } = toOklch(accent);
  const isBrown = isBrownWhenDark(accent);
  const isInk = lightness > lightestDeep;
  const mostChroma = isInk ? (isBrown ? 0.008 : 0.02) : 0.8 * 0.085;
  const deep = fromOklch({
    lightness: isInk ? 0.27 : theme === 'dark' || isBrown ? 0.3 : 0.33,
    chroma: Math.min(0.8 * chroma, mostChroma),
    hue: hueWhenDarker(hue, 0.4),
  });
  const onDeep = fromOklch({ lightness: 0.97, chroma: 0.01, hue: 95 });
  return {
    deep,
    deepTitle: isInk ? accent : onDeep,
    onDeep,
    onDeepQuiet: blendOver(onDeep, 0.8, deep),
    onDeepLine: blendOver(onDeep, 0.22, deep),
  };
}

/** Spots of drawings without the accent colour. See `spotColourOf`. */
const vermilionSpot: Hex = '#e8542f';
const blueSpot: Hex = '#2f6fde';

/**
 * The single spot in drawings and in the default logo. It has the accent colour if the accent is bright, or if it is
 * strong and the drawings are grey. If not, it differs clearly from the accent.
 */
function spotColourOf({ accent, drawings }: BrandLook): Hex {
  const { lightness, chroma, hue } = toOklch(accent);
  const isStrong = chroma >= 0.08;
  if (isStrong && usesGreyDrawings({ accent, drawings })) return accent;
  if (chroma >= 0.12 && lightness >= 0.78) return accent;
  return isStrong && hueDistance(hue, warningHue) < 60 ? blueSpot : vermilionSpot;
}

/** If staff have chosen so, or the accent looks brown when it is dark. */
export function usesGreyDrawings({ accent, drawings }: Pick<BrandLook, 'accent' | 'drawings'>): boolean {
  return drawings === 'grey' || isBrownWhenDark(accent);
}
