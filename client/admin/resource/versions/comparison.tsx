import { Stack, Text } from '@mantine/core';
import type { VersionDetail } from '../../../../src/content/versions/versions.schema.ts';
import type { Columns } from '../../../../src/shared/column-types.ts';
import { useTimeZone } from '../../components/choices-context.tsx';
import { type DiffRow, diffLines, type DiffPiece } from './line-diff.ts';
import { linesOfValue } from './lines-of-value.ts';
import classes from './versions.module.css';

export type Layout = 'side' | 'inline';

interface ComparisonProps {
  columns: Columns;
  /** The earlier version. Undefined if `after` is the first version. */
  before: VersionDetail | undefined;
  after: VersionDetail;
  layout: Layout;
}

export function Comparison({ columns, before, after, layout }: ComparisonProps) {
  const timeZone = useTimeZone();
  const lines = (column: Columns[string], value: unknown) => linesOfValue(column, value, timeZone);
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
              rows={diffLines(lines(column, before?.fields[key]), lines(column, after.fields[key]))}
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
