export type Hex = `#${string}`;

type Triple = readonly [number, number, number];

/** In OKLCH: lightness from 0 to 1, chroma from 0, hue in degrees. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

export function isHex(text: string): text is Hex {
  return /^#[0-9a-f]{6}$/.test(text);
}

export function toOklch(colour: Hex): Oklch {
  const [lightness, a, b] = toOklab(colour);
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

const halvings = 20;

/** A colour that sRGB cannot show keeps its lightness and hue, and loses as little chroma as possible. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Hex {
  const angle = (hue * Math.PI) / 180;
  const at = (part: number) =>
    fromOklab([lightness, part * chroma * Math.cos(angle), part * chroma * Math.sin(angle)]);
  if (isInGamut(at(1))) return toHex(at(1));
  let [tx, outside] = [0, 1];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (tx + outside) / 2;
    if (isInGamut(at(middle))) tx = middle;
    else outside = middle;
  }
  return toHex(at(tx));
}

/** `opacity` is the alpha of `front`, from 0 to 1. */
export function blendOver(front: Hex, opacity: number, back: Hex): Hex {
  return toHex(interpolate(channels(front), opacity, channels(back)));
}

/** `share` is that of `one`, from 0 to 1. The result is that of CSS's `color-mix(in oklab, …)`. */
export function mixColours(one: Hex, share: number, other: Hex): Hex {
  return toHex(fromOklab(interpolate(toOklab(one), share, toOklab(other))));
}

/** As WCAG defines it, from 1 to 21. */
export function contrastRatio(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].toSorted(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** As WCAG defines it, from 0 to 1. */
export function relativeLuminance(colour: Hex): number {
  const [red, green, blue] = map(channels(colour), toLinear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The distance in Oklab, from 0 to about 1. */
export function colourDistance(one: Hex, other: Hex): number {
  const [a, b] = [toOklab(one), toOklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export function hueDistance(one: number, other: number): number {
  return Math.abs(((one - other + 540) % 360) - 180);
}

function channels(colour: Hex): Triple {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

function toHex(rgb: Triple): Hex {
  const parts = rgb.map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

// The matrices are from https://bottosson.github.io/posts/oklab/.
function toOklab(colour: Hex): Triple {
  const [red, green, blue] = map(channels(colour), toLinear);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear: Triple = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return map(linear, toGamma);
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function toGamma(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}

/** How far a channel may be out of range. Less than a tenth of the step between two 8-bit values, so nobody sees it. */
const tolerance = 0.0003;

function isInGamut(rgb: Triple): boolean {
  return rgb.every((part) => part >= -tolerance && part <= 1 + tolerance);
}

function interpolate(one: Triple, share: number, other: Triple): Triple {
  const part = (index: 0 | 1 | 2) => one[index] * share + other[index] * (1 - share);
  return [part(0), part(1), part(2)];
}

function map([first, second, third]: Triple, change: (part: number) => number): Triple {
  return [change(first), change(second), change(third)];
}

export const warningHue = 35;

export function isGrey(colour: Hex): boolean {
  return toOklch(colour).chroma < 0.025;
}

/** True for orange, yellow and lime. */
export function isBrownWhenDark(colour: Hex): boolean {
  const { hue } = toOklch(colour);
  return !isGrey(colour) && hue > 42 && hue < 132;
}

/** So close to the colour of warnings that people could confuse the two. */
export function resemblesWarningColour(colour: Hex): boolean {
  const { chroma, hue } = toOklch(colour);
  return chroma > 0.1 && hueDistance(hue, warningHue) < 28;
}

const amber = 76;
const leafGreen = 138;
/** The smallest hue that counts as lime. Pure yellow has 110. */
const firstLime = 113;

/** Dark yellow and dark lime look dirty, so yellow moves towards amber and lime towards green. */
export function hueWhenDarker(hue: number, drop: number): number {
  if (hue < 85 || hue > 132 || drop <= 0.15) return hue;
  const share = Math.min(1, (drop - 0.15) / 0.2) * 0.85;
  return hue + ((hue < firstLime ? amber : leafGreen) - hue) * share;
}

/** `paper` is for the page, `surface` for cards, `sunk` for quiet sections, `wash` for selected elements. */
export interface Backgrounds {
  paper: Hex;
  surface: Hex;
  sunk: Hex;
  wash: Hex;
}

export interface ThemeColours extends Backgrounds {
  ink: Hex;
  quiet: Hex;
  line: Hex;
  lineStrong: Hex;
  /** For text and edges. */
  accent: Hex;
  /** For buttons: the button itself, under the pointer, its text, its edge, and its edge under the pointer. */
  fill: Hex;
  fillHover: Hex;
  onFill: Hex;
  fillEdge: Hex;
  fillEdgeHover: Hex;
  spot: Hex;
  signal: Hex;
  signalText: Hex;
  signalWash: Hex;
  onSignalText: Hex;
  deep: Hex;
  /** Headings on `deep`: in the brand's colour where `deep` cannot show it. */
  deepTitle: Hex;
  onDeep: Hex;
  onDeepQuiet: Hex;
  onDeepLine: Hex;
}

export type ThemeName = 'light' | 'dark';

// WCAG 2.2 AA requires 4.5 and 3. The margin is for blending and rounding in browsers.
export const textContrast = 4.6;
export const edgeContrast = 3.05;

export function backgroundsOf({ paper, surface, sunk, wash }: Backgrounds): Hex[] {
  return [paper, surface, sunk, wash];
}

/** The tints of a colour that the panel shows behind text in it, such as the current menu entry. */
export function panelTintsOf(colour: Hex, { surface, sunk }: Backgrounds): Hex[] {
  return [
    mixColours(colour, 0.09, surface),
    mixColours(colour, 0.14, surface),
    mixColours(colour, 0.14, sunk),
  ];
}

export function isReadable(text: Hex, backgrounds: readonly Hex[], least = textContrast): boolean {
  return backgrounds.every((background) => contrastRatio(text, background) >= least);
}

const step = 0.004;

/**
 * Makes a colour darker or lighter until it passes. If no lightness does, the result is black or white. `toneAt` is the
 * chroma and hue at a lightness, by default those of the colour.
 */
export function moveLightness(
  { lightness, chroma, hue }: Oklch,
  direction: 'darker' | 'lighter',
  passes: (colour: Hex) => boolean,
  toneAt: (lightness: number) => Pick<Oklch, 'chroma' | 'hue'> = () => ({ chroma, hue }),
): Hex {
  const change = direction === 'darker' ? -step : step;
  for (let at = lightness; at > 0 && at < 1; at += change) {
    const tone = toneAt(at);
    const colour = fromOklch({ lightness: at, chroma: tone.chroma, hue: tone.hue });
    if (passes(colour)) return colour;
  }
  return direction === 'darker' ? '#000000' : '#ffffff';
}
