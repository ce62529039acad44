import { Stack, Text } from '@mantine/core';
import type { VersionDetail } from '../../../../src/content/versions/versions.schema.ts';
import type { Column, Columns } from '../../../../src/shared/column-types.ts';
import { formatDateTime, formatDay } from '../../core/format-dates.ts';
import { nameOfLanguage } from '../../core/language-names.ts';
import { linesOfBlocks } from '../block-lines.ts';
import { linesOfEntries } from '../field-adapters.ts';
import { diffLines, type DiffPiece, type DiffRow } from './line-diff.ts';
import classes from './versions.module.css';

const blocks = new Set([
  'P',
  'H2',
  'H3',
  'H4',
  'LI',
  'TR',
  'PRE',
  'FIGCAPTION',
  'CITE',
  'HR',
  'IMG',
  'SUMMARY',
]);

function linesOfValue(column: Column, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (column.kind === 'html') return htmlLines(String(value));
  if (column.kind === 'day') return [formatDay(String(value))];
  if (column.kind === 'moment') return [formatDateTime(String(value))];
  if (column.kind === 'optionalText' && column.format === 'language') return [nameOfLanguage(String(value))];
  if (column.kind === 'tick') return [value ? 'Yes' : 'No'];
  if (column.kind === 'figures' || column.kind === 'gallery') return linesOfEntries(value).split('\n');
  if (column.kind === 'blocks') return linesOfBlocks(column, value);
  if (Array.isArray(value)) return value.map(String);
  return String(value).split('\n');
}

function htmlLines(html: string): string[] {
  const lines: string[][] = [[]];
  const add = (text: string) => void lines.at(-1)!.push(text);
  const begin = () => void lines.push([]);
  const walk = (node: Node) => {
    if (node instanceof globalThis.Text) return add(node.data);
    if (!(node instanceof Element)) return;
    const isBlock = blocks.has(node.tagName);
    if (isBlock) begin();
    if (node instanceof HTMLImageElement) add(`[Picture ${node.dataset.media ?? ''}] ${node.alt}`);
    if (node.tagName === 'HR') add('―――');
    if (node.tagName === 'BR') begin();
    for (const child of node.childNodes) walk(child);
    if (node.tagName === 'TD' || node.tagName === 'TH') add(' | ');
    if (node instanceof HTMLAnchorElement) add(` (${node.getAttribute('href')})`);
    if (isBlock) begin();
  };
  walk(new DOMParser().parseFromString(html, 'text/html').body);
  return lines.map((line) => line.join('').replace(/\s+/g, ' ').trim()).filter(Boolean);
}

type Layout = 'side' | 'inline';

interface ComparisonProps {
  columns: Columns;
  /** The earlier version. Undefined if `after` is the first version. */
  before: VersionDetail | undefined;
  after: VersionDetail;
  layout: Layout;
}

export function Comparison({ columns, before, after, layout }: ComparisonProps) {
  const changed = Object.entries(columns).filter(
    ([key]) => JSON.stringify(before?.fields[key] ?? null) !== JSON.stringify(after.fields[key] ?? null),
  );
  if (changed.length === 0)
    return (
      <Text c="dimmed" fz="var(--text-xs)">
        These two versions are the same.
      </Text>
    );
  return (
    <Stack gap={24}>
      {changed.map(([key, column]) => (
        <section key={key} aria-label={column.heading ?? column.label}>
          <Text component="h3" mb={8} fz="var(--text-s)" fw={700}>
            {column.heading ?? column.label}
          </Text>
          {column.kind === 'picture' ? (
            <PictureChange before={before} after={after} />
          ) : (
            <TextChange
              layout={layout}
              rows={diffLines(
                linesOfValue(column, before?.fields[key]),
                linesOfValue(column, after.fields[key]),
              )}
            />
          )}
        </section>
      ))}
    </Stack>
  );
}

function TextChange({ rows, layout }: { rows: DiffRow[]; layout: Layout }) {
  if (!rows.some((row) => 'isChanged' in row && row.isChanged)) {
    return (
      <Text c="dimmed" fz="var(--text-xs)">
        Only the formatting has changed.
      </Text>
    );
  }
  return (
    <div className={classes.text} data-layout={layout} dir="auto">
      {rows.map((row, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
        if ('skipped' in row) return <Skipped key={at} count={row.skipped} />;
        return layout === 'inline' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
          <Line key={at} pieces={row.pieces} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
          <div key={at} className={classes.pair}>
            <Line pieces={row.pieces.filter(({ only }) => only !== 'new')} />
            <Line pieces={row.pieces.filter(({ only }) => only !== 'old')} />
          </div>
        );
      })}
    </div>
  );
}

function Line({ pieces }: { pieces: DiffPiece[] }) {
  return (
    <p dir="auto">
      {pieces.map(({ text, only }, at) => {
        const Mark = only === 'old' ? 'del' : only === 'new' ? 'ins' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order
        return <Mark key={at}>{text}</Mark>;
      })}
    </p>
  );
}

function Skipped({ count }: { count: number }) {
  return (
    <Text c="dimmed" fz="var(--text-xs)">
      {count === 1 ? '1 unchanged paragraph' : `${count} unchanged paragraphs`}
    </Text>
  );
}

function PictureChange({ before, after }: Pick<ComparisonProps, 'before' | 'after'>) {
  return (
    <div className={classes.pair} data-layout="side">
      <Thumbnail version={before} label="Before" />
      <Thumbnail version={after} label="After" />
    </div>
  );
}

function Thumbnail({ version, label }: { version: VersionDetail | undefined; label: string }) {
  return (
    <figure className={classes.picture}>
      {version?.picture && <img src={version.picture} alt="" width={160} height={100} />}
      <figcaption>
        {label}: {version?.picture ? 'a picture' : 'no picture'}
      </figcaption>
    </figure>
  );
}
