import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { findModuleByLogName } from '../../../../src/shared/module-facts.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ActivityIcon, ActivitySentence } from '../../components/activity-marks.tsx';
import { usersPath } from '../../core/paths.ts';
import type { Column } from '../../list/data-table.tsx';
import { apiTokenLabel, logColumns } from '../../list/log-columns.tsx';
import { EventIcon, type SecurityEvent, toHeadline, toParticulars } from './security-events.tsx';

export type Activity = ApiOutputs['activities']['list']['activities'][number];

/** A line of the log. */
export type LogRow = { id: number; created_at: string } & (
  | {
      change: Activity;
      /** Of the same call, with the first one. Empty for a change of one row. */
      together: readonly Activity[];
    }
  | { event: SecurityEvent }
);

/** Neighbours of one call are one line. */
export function rowsOfChanges(changes: readonly Activity[]): LogRow[] {
  const groups: Activity[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (group && change.call_id !== undefined && group[0]!.call_id === change.call_id) group.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => {
    const change = group[0]!;
    const { id, created_at } = change;
    return { id, created_at, change, together: group.length > 1 ? group : [] };
  });
}

/** Both logs number their entries from 1. */
export function rowsOfEvents(events: readonly SecurityEvent[]): LogRow[] {
  return events.map((event) => ({ id: -event.id, created_at: event.created_at, event }));
}

export const sentenceOf = (row: LogRow) => ('event' in row ? toHeadline(row.event) : row.change.description);

const moduleColumn: Column<LogRow> = {
  id: 'module',
  header: 'Module',
  isSortable: true,
  cell: (row) => ('change' in row ? row.change.module && toModuleName(row.change.module) : undefined),
};

const addressColumn: Column<LogRow> = {
  id: 'address',
  header: 'IP address',
  cell: (row) => ('event' in row ? row.event.address : undefined),
};

/** The stored name if this version of the panel has no such module. */
function toModuleName(module: string): string {
  return findModuleByLogName(module)?.label ?? module;
}

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
    before: shown === 'access' ? [] : [moduleColumn],
    after: shown === 'changes' ? [] : [addressColumn],
    isTimeSortable: shown === 'changes',
  });
}

function Sentence({ change, together }: { change: Activity; together: readonly Activity[] }) {
  return (
    <>
      <ActivitySentence {...change} />
      {together.length > 0 && ` and ${together.length - 1} more`}
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
