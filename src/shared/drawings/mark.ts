import { dusk, light } from './palette.ts';
import { drawScene } from './scene.ts';
import { element, escapeXml, svgDocument } from './svg.ts';

/**
 * Atrium's mark: two walls, the light that falls between them in the shape of an A, and one person in it.
 * The space between is left open, so the mark stands on any light ground, or with 'dark' on any deep one.
 */
export function drawMark(size: number, ground: 'light' | 'dark' = 'light'): string {
  return svgDocument(size, size, element('g', { transform: `scale(${size / 32})` }, markShapes(ground)));
}

function markShapes(ground: 'light' | 'dark'): string {
  const colours = ground === 'light' ? light : dusk;
  const walls = 'M2 2H13L6 30H2ZM30 2H19L26 30H30Z';
  return (
    element('path', { d: walls, fill: colours.pine }) +
    element('circle', { cx: 16, cy: 25.5, r: 4, fill: colours.signal })
  );
}

/** Lines of at most so many characters; what does not fit into the last one is cut with an ellipsis. */
function wrapped(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > width ? `${[...word].slice(0, width - 1).join('')}…` : word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]} …`];
}

/** The picture that stands for a page where it is shared: 1200 × 630 pixels, a kicker, a title and the hall. */
export function drawShareCard({ title, kicker }: { title: string; kicker: string }): string {
  const family = 'Bricolage Grotesque Variable, Bricolage Grotesque, Inter, Arial, sans-serif';
  const isLong = title.length > 44;
  const size = isLong ? 50 : 62;
  const lines = wrapped(title, isLong ? 20 : 16, isLong ? 6 : 4);
  const word = (text: string, x: number, y: number, attributes: Record<string, string | number>) =>
    element('text', { x, y, 'font-family': family, fill: light.ink, ...attributes }, escapeXml(text));
  const heading = lines.map((line, index) =>
    word(line, 72, 216 + index * size * 1.1, {
      'font-size': size,
      'font-weight': 600,
      'letter-spacing': '-0.02em',
    }),
  );
  const hall = drawScene({ motif: 'hero', seed: 'share-card', width: 560, height: 630, tone: 'paper' });
  const mark = element('g', { transform: 'translate(72 68) scale(1.375)' }, markShapes('light'));
  const paper = element('rect', { width: 1200, height: 630, fill: light.paper });
  const name = word('Atrium', 130, 101, { 'font-size': 32, 'font-weight': 600 });
  const line = word(wrapped(kicker, 44, 1)[0] ?? '', 72, 556, { 'font-size': 26, fill: light.pine });
  return svgDocument(
    1200,
    630,
    paper + element('g', { transform: 'translate(640 0)' }, hall) + mark + name + heading.join('') + line,
  );
}
