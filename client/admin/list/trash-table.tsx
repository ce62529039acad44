import { Button, VisuallyHidden } from '@mantine/core';
import { IconRestore, IconTrashX } from '@tabler/icons-react';
import type { TrashView } from '../../../src/modules/trash/trash.schema.ts';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import classes from './trash-table.module.css';

interface TrashTableProps {
  items: readonly TrashView[];
  /** A row is being restored. */
  isBusy: boolean;
  onRestore: (item: TrashView) => void;
  onRemove: (item: TrashView) => void;
}

const dayMs = 24 * 60 * 60_000;

/** Returns '30 days' or '1 day', rounded up. */
function daysLeft(until: string, now: Date): string {
  const days = Math.max(1, Math.ceil((new Date(until).getTime() - now.getTime()) / dayMs));
  return days === 1 ? '1 day' : `${days} days`;
}

/** The deleted rows, one line each. On phones each row is a small card. */
export function TrashTable({ items, ...acts }: TrashTableProps) {
  return (
    <div className={classes.sheet}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Deleted</th>
            <th scope="col">Deleted by</th>
            <th scope="col">Deleted permanently in</th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <TrashRow key={item.id} item={item} {...acts} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TrashRowProps = Omit<TrashTableProps, 'items'> & { item: TrashView };

function TrashRow({ item, isBusy, onRestore, onRemove }: TrashRowProps) {
  const { title, deleted_at, deleted_by, kept_until } = item;
  return (
    <tr>
      <td className={classes.title}>{title}</td>
      <td className={classes.when}>
        <RelativeTime at={deleted_at} words={activityTime} />
      </td>
      <td className={classes.who}>{deleted_by}</td>
      <td className={classes.left}>
        <RelativeTime at={kept_until} words={daysLeft} />
      </td>
      <td className={classes.acts}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconRestore size={16} stroke={1.6} />}
          aria-label={`Restore ${title}`}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : () => onRestore(item)}
        >
          Restore
        </Button>
        <Button
          size="compact-md"
          variant="subtle"
          color="signal"
          leftSection={<IconTrashX size={16} stroke={1.6} />}
          aria-label={`Delete permanently: ${title}`}
          onClick={() => onRemove(item)}
        >
          Delete permanently
        </Button>
      </td>
    </tr>
  );
}
