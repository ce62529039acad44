import { dusk, light } from './palette.ts';
import { element, svgDocument } from './svg.ts';

/**
 * Atrium's mark: two walls, the light that falls between them in the shape of an A, and one person in it.
 * The space between is left open, so the mark stands on any light ground, or with 'dark' on any deep one.
 */
export function drawMark(size: number, ground: 'light' | 'dark' = 'light'): string {
  return svgDocument(size, size, element('g', { transform: `scale(${size / 32})` }, markShapes(ground)));
}

/** The mark alone, on a field of 32 by 32. */
export function markShapes(ground: 'light' | 'dark'): string {
  const colours = ground === 'light' ? light : dusk;
  const walls = 'M2 2H13L6 30H2ZM30 2H19L26 30H30Z';
  return (
    element('path', { d: walls, fill: colours.pine }) +
    element('circle', { cx: 16, cy: 25.5, r: 4, fill: colours.signal })
  );
}
