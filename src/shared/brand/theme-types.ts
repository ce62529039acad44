import type { Hex } from './colour.ts';

/** The backgrounds of the page, of cards, of quiet sections and of selected elements. */
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
  /** The company's colour for text and edges. */
  accent: Hex;
  /** The colours of buttons: the company's colour, the text on it and the edge around it. */
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
