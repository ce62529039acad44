import type { ReactNode } from 'react';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { RelativeTime } from '../components/relative-time.tsx';
import type { Column } from './data-table.tsx';
import classes from './list.module.css';
import { PagedList, type PagedListProps } from './paged-list.tsx';

interface LogEntry {
  id: number;
  /** A time in ISO 8601 format. */
  created_at: string;
}

interface LogPageProps<P extends { meta: PageMeta }, E extends LogEntry>
  extends Omit<PagedListProps<P, E>, 'columns'> {
  /** The column that describes the event, with an icon and a sentence. */
  what: { id: string; header: string; icon: (entry: E) => ReactNode; words: (entry: E) => ReactNode };
  /** Returns the second line below the sentence, if the entry has a second line. */
  noteOf: (entry: E) => ReactNode;
  /** Returns the name of the person who caused the event. */
  who: (entry: E) => ReactNode;
  /** Returns the person's email address, which is shown below the name. */
  addressOf: (entry: E) => string | null;
  /** Columns between the description and the person. */
  before?: readonly Column<E>[];
  /** Columns between the person and the time. */
  after?: readonly Column<E>[];
  isTimeSortable?: boolean;
}

/** The screen of a log. Each entry names the event, the person and the time. */
export function LogPage<P extends { meta: PageMeta }, E extends LogEntry>(props: LogPageProps<P, E>) {
  const { what, noteOf, who, addressOf, before = [], after = [], isTimeSortable = false, ...list } = props;
  const columns: Column<E>[] = [
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
              {what.words(entry)}
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
  return <PagedList {...list} columns={columns} />;
}
