import IconArrowRight from 'icon:arrow-right';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { formatDateTime } from '../../core/format-dates.ts';
import { type RowAction, RowActions } from '../../list/row-actions.tsx';
import classes from './activities.module.css';
import type { Activity, LogRow, ChangeRow } from './log-rows.tsx';

export function EntryChanges({ entry }: { entry: Activity }) {
  const { changes = {}, created_at, verified, undone_by, version_before, version_after } = entry;
  const isWithoutVersions = verified && version_before === undefined && version_after === undefined;
  return (
    <div className={classes.activityChanges}>
      <Text mb={8} c="dimmed" fz="xs">
        Changed on {formatDateTime(created_at)}
        {undone_by !== undefined && '. This has been undone.'}
        {isWithoutVersions && '. No versions are kept of this, so it cannot be undone from here.'}
      </Text>
      <ChangedFields changes={changes} />
    </div>
  );
}

export function ChangedFields({ changes }: { changes: NonNullable<Activity['changes']> }) {
  return (
    <dl className={classes.fields}>
      {Object.entries(changes).map(([field, change]) => {
        const [before, after] = toReadablePair(field, change);
        return (
          <div key={field} className={classes.field}>
            <dt className={classes.name}>{toFieldName(field)}</dt>
            <dd className={classes.old}>
              <VisuallyHidden>Before: </VisuallyHidden>
              <Value text={before} />
            </dd>
            <dd className={classes.new}>
              <IconArrowRight className={classes.arrow} size={16} stroke={1.6} aria-hidden="true" />
              <VisuallyHidden>After: </VisuallyHidden>
              <Value text={after} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface CallChangesProps {
  rows: readonly ChangeRow[];
  actions: readonly RowAction<LogRow>[];
}

/** The changes that one call made in several rows. */
export function CallChanges({ rows, actions }: CallChangesProps) {
  return (
    <ul className={classes.call}>
      {rows.map((row) => (
        <li key={row.id}>
          <Group justify="space-between" gap={8}>
            <bdi>{row.change.description}</bdi>
            <span>
              <RowActions row={row} actions={actions} />
            </span>
          </Group>
          {hasChanges(row.change) && <EntryChanges entry={row.change} />}
        </li>
      ))}
    </ul>
  );
}

export function hasChanges({ changes }: Activity): boolean {
  return changes !== undefined && Object.keys(changes).length > 0;
}

function Value({ text }: { text: string }) {
  return text ? (
    <bdi>{text}</bdi>
  ) : (
    <Text component="em" c="dimmed">
      nothing
    </Text>
  );
}

type Change = NonNullable<Activity['changes']>[string];

/** Such as 'Featured image' for `featured_image`. */
export function toFieldName(field: string): string {
  const text = field.replace(/^is_/, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Null becomes an empty text. */
function toReadablePair(field: string, { old, new: now }: Change): [string, string] {
  const isMoment = field.endsWith('_at');
  const text: [string, string] = [toReadable(old, isMoment), toReadable(now, isMoment)];
  if (field !== 'content') return text;
  // Tags are left out, unless only they have changed.
  const bare: [string, string] = [withoutTags(text[0]), withoutTags(text[1])];
  return bare[0] === bare[1] ? text : bare;
}

function toReadable(value: Change['old'], isMoment: boolean): string {
  if (value === null) return '';
  if (isMoment && !Number.isNaN(Date.parse(String(value)))) return formatDateTime(String(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The log may have cut a tag at the end. */
function withoutTags(html: string): string {
  return html
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
