import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import classes from './numbers.module.css';
import { figures } from '../../core/figures.ts';

export interface Step {
  /** A day such as `2026-11-28` or a month such as `2026-11`. */
  at: string;
  visits: number;
  /** Of the period before. Undefined without a comparison. */
  before: number | undefined;
  /** The titles of the posts that were published then. */
  posts: readonly string[];
}

interface ChartProps {
  steps: readonly Step[];
  /** Such as 'Visits a day'. */
  name: string;
  format: (at: string) => string;
}

const height = 220;
/** For the words above, below and beside the figures. */
const [head, foot, side] = [20, 24, 44];
/** More are drawn as a line. */
const maxBars = 31;
const firstWidth = 720;
/** The arrow keys, Home and End lead from step to step; the line below reads each. */
export function Chart({ steps, name, format }: ChartProps) {
  const id = useId();
  const { box, width } = useWidth();
  const [chosen, setChosen] = useState<number>();
  const last = steps.length - 1;
  const most = roundUp(Math.max(1, ...steps.flatMap(({ visits, before = 0 }) => [visits, before])));
  const wide = (width - side) / Math.max(1, steps.length);
  const x = (at: number) => side + (at + 0.5) * wide;
  const y = (value: number) => head + (height - head - foot) * (1 - value / most);
  const pathOf = (figureOf: (step: Step) => number) =>
    steps.map((step, at) => `${at ? 'L' : 'M'}${x(at).toFixed(1)} ${y(figureOf(step)).toFixed(1)}`).join('');
  const isCompared = steps.some(({ before }) => before !== undefined);
  const step = chosen === undefined ? undefined : steps[chosen];
  const onKeyDown = (event: KeyboardEvent) => {
    const now = chosen ?? (event.key === 'ArrowLeft' ? last + 1 : -1);
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, next)));
  };
  return (
    <div className={classes.chart} ref={box}>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={`${name}, at most ${figures.format(Math.max(0, ...steps.map(({ visits }) => visits)))}. The arrow keys read each. The table below has all figures.`}
        aria-describedby={`${id}-step`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the figures
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left } = currentTarget.getBoundingClientRect();
          setChosen(Math.min(last, Math.max(0, Math.floor((clientX - left - side) / wide))));
        }}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line className={classes.grid} x1={side} x2={width} y1={y(most * part)} y2={y(most * part)} />
            <text className={classes.tick} x={side - 6} y={y(most * part) + 4} textAnchor="end">
              {figures.format(most * part)}
            </text>
          </g>
        ))}
        {steps.length > maxBars ? (
          <path className={classes.line} d={pathOf(({ visits }) => visits)} />
        ) : (
          steps.map(({ at, visits }, place) => (
            <rect
              key={at}
              className={classes.bar}
              x={x(place) - wide * 0.35}
              y={y(visits)}
              width={wide * 0.7}
              height={height - foot - y(visits)}
            />
          ))
        )}
        {isCompared && <path className={classes.before} d={pathOf(({ before = 0 }) => before)} />}
        {steps.map(({ at, posts }, place) =>
          posts.length > 0 ? (
            <circle key={at} className={classes.post} cx={x(place)} cy={height - foot} r={4} />
          ) : null,
        )}
        {step && (
          <line className={classes.chosen} x1={x(chosen!)} x2={x(chosen!)} y1={head} y2={height - foot} />
        )}
        {[...new Set([0, Math.floor(last / 2), last])].map((place) =>
          steps[place] ? (
            <text
              key={place}
              className={classes.tick}
              x={place === 0 ? side : place === last ? width : x(place)}
              y={height - 6}
              textAnchor={place === 0 ? 'start' : place === last ? 'end' : 'middle'}
            >
              {format(steps[place].at)}
            </text>
          ) : null,
        )}
      </svg>
      <p id={`${id}-step`} className={classes.step} aria-live="polite">
        {step ? <StepWords step={step} format={format} /> : '\u00a0'}
      </p>
    </div>
  );
}

function StepWords({
  step: { at, visits, before, posts },
  format,
}: {
  step: Step;
  format: ChartProps['format'];
}) {
  return (
    <>
      {format(at)}: {visits === 1 ? '1 visit' : `${figures.format(visits)} visits`}
      {before !== undefined && `, ${figures.format(before)} in the period before`}
      {posts.length > 0 && ', published: '}
      {[...new Set(posts)].map((title, place) => (
        <bdi key={title}>{place > 0 ? `, ${title}` : title}</bdi>
      ))}
    </>
  );
}

/** The chart is as wide as its place, so that its words keep their size. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(firstWidth);
  useLayoutEffect(() => {
    const measure = () => setWidth(box.current?.clientWidth || firstWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** The next number of the form 2, 4, 6, 10, 20, 40 … */
function roundUp(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 6, 10].map((times) => times * unit).find((value) => value >= most && value % 2 === 0) ?? 2;
}
