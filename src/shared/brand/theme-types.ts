import type { Hex } from './colour.ts';

/**
 * The backgrounds: `paper` for the page, `surface` for cards, `sunk` for quiet sections, and `wash` for
 * selected elements.
 */
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
  /** The brand's colour for text and edges. */
  accent: Hex;
  /**
   * The brand's colour for buttons. The next two colours are for a button under the pointer and for the text on
   * buttons. The two colours after them are for the edges of a button and of a button under the pointer.
   */
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
  onDeep: Hex;
  onDeepQuiet: Hex;
  onDeepLine: Hex;
}

export type ThemeName = 'light' | 'dark';
