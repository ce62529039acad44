import { dusk, light } from './built-in-tones.ts';
import { element, svgDocument } from './svg.ts';

/**
 * Leaves the area between the walls transparent. The mark fits any light background, or any dark one with
 * 'dark'.
 */
export function drawMark(size: number, ground: 'light' | 'dark' = 'light'): string {
  return svgDocument(size, size, element('g', { transform: `scale(${size / 32})` }, markShapes(ground)));
}

/** Draws on a field of 32 by 32. */
export function markShapes(ground: 'light' | 'dark'): string {
  const colours = ground === 'light' ? light : dusk;
  const walls = 'M2 2H13L6 30H2ZM30 2H19L26 30H30Z';
  return (
    element('path', { d: walls, fill: colours.pine }) +
    element('circle', { cx: 16, cy: 25.5, r: 4, fill: colours.signal })
  );
}
