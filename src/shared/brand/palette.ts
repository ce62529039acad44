import { makeAccentColours } from './accent-colours.ts';
import { makeNeutrals } from './neutral-colours.ts';
import type { BrandLook } from './brand-look.ts';
import { contrast, fromOklch, type Hex, hueDistance, blendOver, toOklch } from './colour.ts';
import { hueWhenDarker, isBrownWhenDark, isRed, warningHue } from './hues.ts';
import { backgroundsOf, isReadable, moveLightness, textContrast, tintsOf } from './readable-colours.ts';
import type { Backgrounds, ThemeColours, ThemeName } from './theme-types.ts';

export type Palette = Record<ThemeName, ThemeColours>;

/**
 * Computes the colours of both themes from a look. Whatever the accent is, text has a contrast of at least 4.5:1. Edges
 * of controls and focus rings have at least 3:1.
 */
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

/**
 * Returns the colours of warnings. Warnings are crimson on a site with a red accent, so that people do not
 * confuse the two colours.
 */
function makeSignalColours(accent: Hex, backgrounds: Backgrounds, theme: ThemeName): SignalColours {
  const hue = isRed(accent) ? 8 : warningHue;
  const isDark = theme === 'dark';
  const signalWash = isDark
    ? fromOklch({ lightness: 0.28, chroma: 0.05, hue: hue + 3 })
    : fromOklch({ lightness: 0.95, chroma: 0.03, hue: hue + 5 });
  const passes = (text: Hex) =>
    isReadable(text, [...backgroundsOf(backgrounds), ...tintsOf(text, backgrounds), signalWash]);
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
    onSignalText: contrast('#ffffff', signalText) >= textContrast ? '#ffffff' : dark,
  };
}

type DeepColours = Pick<ThemeColours, 'deep' | 'onDeep' | 'onDeepQuiet' | 'onDeepLine'>;

/**
 * Returns the colours of the dark sections on pages. If the accent looks brown when it is dark, these sections are
 * charcoal.
 */
function makeDeepColours(accent: Hex, theme: ThemeName): DeepColours {
  const { chroma, hue } = toOklch(accent);
  const isBrown = isBrownWhenDark(accent);
  const most = Math.min(chroma, isBrown ? 0.022 : 0.085);
  const lightLightness = isBrown ? 0.27 : 0.33;
  const deep = fromOklch({
    lightness: theme === 'dark' ? 0.255 : lightLightness,
    chroma: most * (theme === 'dark' ? 0.6 : 0.8),
    hue: hueWhenDarker(hue, 0.4),
  });
  const onDeep = fromOklch({ lightness: 0.97, chroma: 0.01, hue: 95 });
  return {
    deep,
    onDeep,
    onDeepQuiet: blendOver(onDeep, 0.8, deep),
    onDeepLine: blendOver(onDeep, 0.22, deep),
  };
}

/** The colours of the single spot in drawings when it does not have the accent colour. See `spotColourOf`. */
const vermilionSpot: Hex = '#e8542f';
const blueSpot: Hex = '#2f6fde';

/**
 * Returns the colour of the single spot in drawings and in the default logo. The spot has the accent colour if the
 * accent is bright, or if the accent is strong and the drawings are grey. Otherwise, its colour differs clearly from
 * the accent.
 */
export function spotColourOf({ accent, drawings }: BrandLook): Hex {
  const { lightness, chroma, hue } = toOklch(accent);
  const isStrong = chroma >= 0.08;
  if (isStrong && usesGreyDrawings({ accent, drawings })) return accent;
  if (chroma >= 0.12 && lightness >= 0.78) return accent;
  return isStrong && hueDistance(hue, warningHue) < 60 ? blueSpot : vermilionSpot;
}

/**
 * Returns whether drawings are grey. Drawings are grey if staff have chosen so, or if the accent looks brown
 * when it is dark.
 */
export function usesGreyDrawings({ accent, drawings }: Pick<BrandLook, 'accent' | 'drawings'>): boolean {
  return drawings === 'grey' || isBrownWhenDark(accent);
}
