import type { BlockName } from '../../../src/shared/blocks/block-kinds.ts';
import classes from './insert-block.module.css';

type Tone = 'title' | 'words' | 'picture' | 'accent';
/** A rectangle in a drawing of 96 by 64 units. */
type Shape = readonly [x: number, y: number, width: number, height: number, tone: Tone];

const lines = (x: number, y: number, width: number, count: number): Shape[] =>
  Array.from({ length: count }, (_, at) => [
    x,
    y + at * 7,
    at === count - 1 ? width * 0.7 : width,
    3,
    'words',
  ]);
const columns = (count: number, of: (x: number, width: number) => Shape[]): Shape[] => {
  const width = (80 - (count - 1) * 6) / count;
  return Array.from({ length: count }, (_, at) => of(8 + at * (width + 6), width)).flat();
};

/** The drawing of each kind of block, which shows the layout of the block on a page. */
const sketches: Record<BlockName, readonly Shape[]> = {
  text: [[8, 10, 22, 5, 'title'], ...lines(38, 10, 50, 7)],
  split: [
    [0, 10, 44, 44, 'picture'],
    [52, 14, 28, 5, 'title'],
    ...lines(52, 25, 36, 3),
    [52, 46, 20, 8, 'accent'],
  ],
  faq: [
    [8, 10, 22, 5, 'title'],
    ...[10, 24, 38, 52].flatMap((y): Shape[] => [
      [38, y, 40, 3, 'words'],
      [84, y, 4, 3, 'accent'],
    ]),
  ],
  cards: [
    [8, 8, 30, 5, 'title'],
    ...columns(3, (x, width) => [[x, 20, width, 18, 'picture'], ...lines(x, 43, width, 2)]),
  ],
  prices: [
    [8, 10, 22, 5, 'title'],
    ...[10, 22, 34, 46].flatMap((y): Shape[] => [
      [38, y, 34, 3, 'words'],
      [78, y, 10, 3, 'title'],
    ]),
  ],
  figures: columns(3, (x, width) => [
    [x, 20, width, 1, 'words'],
    [x, 26, width * 0.7, 10, 'title'],
    ...lines(x, 42, width, 1),
  ]),
  gallery: columns(3, (x, width) => [
    [x, 10, width, 20, 'picture'],
    [x, 35, width, 20, 'picture'],
  ]),
  testimonial: [
    [10, 12, 2, 26, 'accent'],
    [17, 13, 66, 5, 'title'],
    [17, 22, 60, 5, 'title'],
    [17, 31, 40, 5, 'title'],
    ...lines(17, 47, 30, 1),
  ],
  projects: [
    [8, 8, 30, 5, 'title'],
    ...columns(2, (x, width) => [[x, 20, width, 24, 'picture'], ...lines(x, 49, width, 1)]),
  ],
  people: columns(4, (x, width) => [
    [x, 16, width, width, 'picture'],
    [x, 38, width, 3, 'title'],
    [x, 44, width * 0.7, 3, 'words'],
  ]),
  form: [
    [8, 10, 22, 5, 'title'],
    ...[10, 22].map((y): Shape => [38, y, 50, 8, 'picture']),
    [38, 34, 50, 12, 'picture'],
    [38, 51, 18, 7, 'accent'],
  ],
  action: [[8, 24, 44, 6, 'title'], ...lines(8, 36, 36, 1), [66, 26, 22, 12, 'accent']],
};

export function BlockSketch({ kind }: { kind: string }) {
  const shapes = (sketches as Readonly<Record<string, readonly Shape[]>>)[kind] ?? [];
  return (
    <svg className={classes.sketch} viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
      {shapes.map(([x, y, width, height, tone]) => (
        <rect key={`${x} ${y} ${tone}`} x={x} y={y} width={width} height={height} rx="1" data-tone={tone} />
      ))}
    </svg>
  );
}
