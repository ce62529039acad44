import type { ReactNode } from 'react';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import type { Column } from './data-table.tsx';
import classes from './list.module.css';

interface LogEntry {
  id: number;
  created_at: string;
}

interface LogColumns<E> {
  what: { id: string; header: string; icon: (entry: E) => ReactNode; sentence: (entry: E) => ReactNode };
  /** Below the sentence. */
  noteOf: (entry: E) => ReactNode;
  who: (entry: E) => ReactNode;
  /** Shown below the name. */
  addressOf: (entry: E) => string | null;
  /** Before the person. */
  before?: readonly Column<E>[];
  /** Before the time. */
  after?: readonly Column<E>[];
  isTimeSortable?: boolean;
}

export function logColumns<E extends LogEntry>(log: LogColumns<E>): Column<E>[] {
  const { what, noteOf, who, addressOf, before = [], after = [], isTimeSortable = false } = log;
  return [
    {
      id: what.id,
      header: what.header,
      isRowHeader: true,
      isWide: true,
      cell: (entry) => {
        const note = noteOf(entry);
        return (
          <div className={classes.entry}>
            {what.icon(entry)}
            <div className={classes.entryWords}>
              {what.sentence(entry)}
              {note && <p className={classes.entryNote}>{note}</p>}
            </div>
          </div>
        );
      },
    },
    ...before,
    {
      id: 'who',
      header: 'Who',
      cell: (entry) => {
        const address = addressOf(entry);
        return (
          <>
            {who(entry)}
            {address && <p className={classes.entryAddress}>{address}</p>}
          </>
        );
      },
    },
    ...after,
    {
      id: 'created_at',
      header: 'When',
      isSortable: isTimeSortable,
      cell: ({ created_at }) => <RelativeTime at={created_at} words={activityTime} />,
    },
  ];
}

/** `token:7` becomes 'API token 7'. */
export function apiTokenLabel(via: unknown): string | undefined {
  return typeof via === 'string' ? via.replace(/^token:/, 'API token ') : undefined;
}
