import type { ReactNode } from 'react';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import type { Column } from './data-table.tsx';
import classes from './list.module.css';

interface LogEntry {
  id: number;
  /** A time in ISO 8601 format. */
  created_at: string;
}

interface LogColumns<E> {
  /** The column that describes the event, with an icon and a sentence. */
  what: { id: string; header: string; icon: (entry: E) => ReactNode; sentence: (entry: E) => ReactNode };
  /** Returns the second line below the sentence. */
  noteOf: (entry: E) => ReactNode;
  who: (entry: E) => ReactNode;
  /** Returns the person's email address, which is shown below the name. */
  addressOf: (entry: E) => string | null;
  /** Columns between the description and the person. */
  before?: readonly Column<E>[];
  /** Columns between the person and the time. */
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

/** Returns for example 'API token 7' for `token:7`. */
export function apiTokenLabel(via: unknown): string | undefined {
  return typeof via === 'string' ? via.replace(/^token:/, 'API token ') : undefined;
}
