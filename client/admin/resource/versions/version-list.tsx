import { Text } from '@mantine/core';
import type { VersionSummary } from '../../../../src/content/versions/versions.schema.ts';
import type { Columns } from '../../../../src/shared/column-types.ts';
import { useTimeZone } from '../../components/choices-context.tsx';
import { formatDateTimeIn } from '../../core/format-dates.ts';
import classes from './versions.module.css';

interface VersionListProps {
  /** Newest first. */
  versions: VersionSummary[];
  columns: Columns;
  chosen: number;
  onChoose: (number: number) => void;
}

export function VersionList({ versions, columns, chosen, onChoose }: VersionListProps) {
  const timeZone = useTimeZone();
  return (
    <ol className={classes.list} aria-label="Versions, newest first">
      {versions.map((version, at) => (
        <li key={version.number}>
          <button
            type="button"
            className={classes.version}
            aria-current={version.number === chosen}
            onClick={() => onChoose(version.number)}
          >
            {version.name && <strong>{version.name}</strong>}
            <span>
              <time dateTime={version.created_at}>{formatDateTimeIn(timeZone, version.created_at)}</time>
              {at === 0 && ' · Current'}
            </span>
            <Text span c="dimmed" fz="var(--text-xs)">
              {version.user_name ?? 'Before versions were kept'}
            </Text>
            <Text span c="dimmed" fz="var(--text-xs)">
              {changesOf(version, columns)}
            </Text>
          </button>
        </li>
      ))}
    </ol>
  );
}

function changesOf({ changed, number, user_name }: VersionSummary, columns: Columns): string {
  if (changed.length === 0) return user_name !== null && number === 1 ? 'Created' : '';
  const labels = changed.map((key) => columns[key]?.heading ?? columns[key]?.label ?? key);
  return `Changed: ${labels.join(', ')}`;
}
