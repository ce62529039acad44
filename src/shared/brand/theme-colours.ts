import type { Hex } from './colour.ts';

/** What text is on: the page, cards on it, quiet sections, and selected elements. */
export interface Backgrounds {
  paper: Hex;
  surface: Hex;
  sunk: Hex;
  wash: Hex;
}

/** The colours of one theme. Each is the custom property of the same name in `client/styles/tokens.css`. */
export interface ThemeColours extends Backgrounds {
  ink: Hex;
  quiet: Hex;
  line: Hex;
  lineStrong: Hex;
  /** Text and edges in the company's colour. */
  accent: Hex;
  /** The company's colour on buttons, with the text on it and the edge around it. */
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
