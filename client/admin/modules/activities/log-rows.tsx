import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { labelOfLog } from '../../../../src/shared/module-facts.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ActivityIcon, ActivitySentence } from '../../components/activity-marks.tsx';
import { usersPath } from '../../core/paths.ts';
import type { Column } from '../../list/data-table.tsx';
import { apiTokenLabel, logColumns } from '../../list/log-columns.tsx';
import { EventIcon, type SecurityEvent, toHeadline, toParticulars } from './security-events.tsx';

export type Activity = ApiOutputs['activities']['list']['activities'][number];

interface Line {
  id: number;
  created_at: string;
}

export interface ChangeRow extends Line {
  change: Activity;
  /** Of the same call, with the first one. Empty for a change of one row. */
  together: readonly ChangeRow[];
}

/** A line of the log. */
export type LogRow = ChangeRow | (Line & { event: SecurityEvent });

const rowOf = (change: Activity): ChangeRow => {
  const { id, created_at } = change;
  return { id, created_at, change, together: [] };
};

/** Neighbours of one call are one line. */
export function rowsOfChanges(changes: readonly Activity[]): ChangeRow[] {
  const groups: ChangeRow[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const isOfCall = change.call_id !== undefined && group?.[0]?.change.call_id === change.call_id;
    if (isOfCall) group.push(rowOf(change));
    else groups.push([rowOf(change)]);
  }
  return groups.map((group) => ({ ...group[0]!, together: group.length > 1 ? group : [] }));
}

/** Both logs number their entries from 1. */
export function rowsOfEvents(events: readonly SecurityEvent[]): LogRow[] {
  return events.map((event) => ({ id: -event.id, created_at: event.created_at, event }));
}

export const sentenceOf = (row: LogRow) =>
  'event' in row ? toHeadline(row.event) : `${row.change.description}${moreOf(row)}`;

const moreOf = ({ together }: ChangeRow) => (together.length > 0 ? ` and ${together.length - 1} more` : '');

const moduleColumn: Column<LogRow> = {
  id: 'module',
  header: 'Module',
  cell: (row) => ('change' in row ? row.change.module && labelOfLog(row.change.module) : undefined),
};

const addressColumn: Column<LogRow> = {
  id: 'address',
  header: 'IP address',
  cell: (row) => ('event' in row ? row.event.address : undefined),
};

export type Shown = 'changes' | 'access' | 'both';

/** `isAccount` says whether there is an account that the viewer may open. */
export function columnsOf(shown: Shown, isAccount: (id: number) => boolean): Column<LogRow>[] {
  return logColumns<LogRow>({
    what: {
      ...(shown === 'access' ? { id: 'event', header: 'Event' } : { id: 'what', header: 'What' }),
      icon: (row) =>
        'event' in row ? <EventIcon event={row.event} /> : <ActivityIcon type={row.change.type} />,
      sentence: (row) => ('event' in row ? toHeadline(row.event) : <Sentence {...row} />),
    },
    noteOf: (row) => ('event' in row ? toParticulars(row.event) : noteOf(row.change)),
    who: (row) =>
      'event' in row ? (
        <Person name={row.event.user_name} />
      ) : (
        <Editor {...row.change} isAccount={isAccount} />
      ),
    addressOf: (row) => ('event' in row ? row.event.email : row.change.user_email),
    before: shown === 'access' ? [] : [{ ...moduleColumn, isSortable: shown === 'changes' }],
    after: shown === 'changes' ? [] : [addressColumn],
    isTimeSortable: shown === 'changes',
  });
}

function Sentence(row: ChangeRow) {
  return (
    <>
      <ActivitySentence {...row.change} />
      {moreOf(row)}
    </>
  );
}

function Editor({ user_id, user_name, isAccount }: Activity & { isAccount: (id: number) => boolean }) {
  const name = <bdi>{user_name}</bdi>;
  return user_id !== null && isAccount(user_id) ? (
    <Link to={`${usersPath}/${user_id}/edit`}>{name}</Link>
  ) : (
    name
  );
}

function Person({ name }: { name: string | null }) {
  return (
    name ?? (
      <Text span c="dimmed">
        Unknown
      </Text>
    )
  );
}

/** The token of a change and its program's note, but not the note of an unverified entry. */
function noteOf({ verified, note, user_name, via }: Activity) {
  const hasNote = verified && note;
  const token = apiTokenLabel(via);
  if (!hasNote && !token) return undefined;
  return (
    <>
      {token && `Through ${token}. `}
      {hasNote && (
        <>
          <bdi dir="ltr">Note by {user_name}: </bdi>
          <bdi>{note}</bdi>
        </>
      )}
    </>
  );
}
