import IconArrowRight from 'icon:arrow-right';
import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { formatDateTime } from '../../core/format-dates.ts';
import { type RowAction, RowActions } from '../../list/row-actions.tsx';
import classes from './activities.module.css';
import { toFieldName, toReadablePair } from './field-changes.ts';
import type { Activity } from './log-rows.tsx';

interface EntryChangesProps {
  changes: Activity['changes'];
  /** ISO 8601. */
  at: string;
}

export function EntryChanges({ changes = {}, at }: EntryChangesProps) {
  return (
    <div className={classes.activityChanges}>
      <Text mb={8} c="dimmed" fz="xs">
        Changed on {formatDateTime(at)}
      </Text>
      <Box component="dl">
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
      </Box>
    </div>
  );
}

interface CallChangesProps {
  changes: readonly Activity[];
  actions: readonly RowAction<Activity>[];
}

/** The changes that one call made in several rows. */
export function CallChanges({ changes, actions }: CallChangesProps) {
  return (
    <ul className={classes.call}>
      {changes.map((entry) => (
        <li key={entry.id}>
          <Group justify="space-between" gap={8}>
            <bdi>{entry.description}</bdi>
            <span>
              <RowActions row={entry} actions={actions} />
            </span>
          </Group>
          {hasChanges(entry) && <EntryChanges changes={entry.changes} at={entry.created_at} />}
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
    text
  ) : (
    <Text component="em" c="dimmed">
      nothing
    </Text>
  );
}
