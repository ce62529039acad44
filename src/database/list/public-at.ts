import { type RawBuilder, sql } from 'kysely';
import { factsByModule, factsOf, moduleNames } from '../../shared/module-facts.ts';
import { type PublicationState, publicationStates } from '../../shared/schedule.ts';
import type { Connection } from '../ctx.ts';
import type { StoredMoment } from '../table-types.ts';

/** The key of the filter for what visitors see at a moment. */
export const publicAtFilterKey = 'open_at';

export function factsOfTable(table: string) {
  const name = moduleNames.find((one) => factsByModule[one].table === table);
  return name && factsOf(name);
}

/** The condition for rows that visitors see, by the rules of `isPublicAt`. `now` is in the database's format. */
export function isPublicSql(table: string, now: unknown): RawBuilder<boolean> {
  const { publicBy = null, schedule } = factsOfTable(table) ?? {};
  const { startColumn: from, endColumn: until } = schedule ?? {};
  const conditions = [
    ...(publicBy ? [sql`${sql.ref(publicBy)} = ${1}`] : []),
    ...(from && publicBy ? [sql`${sql.ref(from)} <= ${now}`] : []),
    // Without a column for publishing, a row without a date is public.
    ...(from && !publicBy ? [sql`(${sql.ref(from)} is null or ${sql.ref(from)} <= ${now})`] : []),
    ...(until ? [sql`(${sql.ref(until)} is null or ${sql.ref(until)} > ${now})`] : []),
  ];
  return conditions.length > 0
    ? sql`(${sql.join(conditions, sql` and `)})`
    : sql`${sql.lit(1)} = ${sql.lit(1)}`;
}

export type StateKey = `state_${string}`;

/** The name of the filter for rows in one of the states at a moment: `state_draft,ended`. */
export const stateFilterName = (states: PublicationState | readonly PublicationState[]): StateKey =>
  `state_${[states].flat().join(',')}`;

export function statesOfKey(key: string): PublicationState[] | undefined {
  const names = key.startsWith('state_') ? key.slice('state_'.length).split(',') : [''];
  const states = names.flatMap((name) => publicationStates.find((state) => state === name) ?? []);
  return states.length === names.length ? states : undefined;
}

/** The condition for rows in a state, by the rules of `publicationStateOf`. A published row always has a date. */
export function isInStateSql(table: string, state: PublicationState, now: unknown): RawBuilder<boolean> {
  const { publicBy = null, schedule } = factsOfTable(table) ?? {};
  const [from, until] = [schedule?.startColumn, schedule?.endColumn].map((name) => name && sql.ref(name));
  if (state === 'published' && !(publicBy && from)) return isPublicSql(table, now);
  const none = sql<boolean>`${sql.lit(1)} = ${sql.lit(0)}`;
  if (!until) return none;
  const isMeant = (value: 0 | 1) => (publicBy ? [sql`${sql.ref(publicBy)} = ${value}`] : []);
  const wasShown = from && publicBy ? [sql`(${sql.ref(publicBy)} = ${1} or ${from} is not null)`] : [];
  const all = (...conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  if (state === 'ended') return all(sql`${until} <= ${now}`, ...wasShown);
  const isOpen = sql`(${until} is null or ${until} > ${now})`;
  // With `not`, SQLite does not use the index on the date of publication, for which it would sort all published rows.
  if (state === 'published') return all(...isMeant(1), sql`not (${from} > ${now})`, isOpen);
  if (state === 'scheduled') return from ? all(...isMeant(1), sql`${from} > ${now}`, isOpen) : none;
  if (!publicBy) return none;
  return all(...isMeant(0), from ? sql`(${from} is null or ${isOpen})` : isOpen);
}

/** The column by which visitors' lists are sorted. Undefined means the time of creation. */
export function publicSortColumnOf(table: string): string | undefined {
  const { publicBy, schedule } = factsOfTable(table) ?? {};
  return publicBy ? schedule?.startColumn : undefined;
}

/** The next moment at which a row becomes public or stops being public. */
export async function readNextMoment(read: Connection, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ next: StoredMoment | null }>`
    select min(moment) as next from (${sql.join(nextsOf(now), sql` union all `)}) as nexts
  `.execute(read);
  const next = rows[0]?.next ?? null;
  return next === null ? undefined : new Date(next);
}

/** One query for each scheduled column. Each reads only one entry of an index. */
function nextsOf(now: Date): RawBuilder<unknown>[] {
  return moduleNames.map(factsOf).flatMap(({ table, publicBy, schedule }) =>
    [schedule?.startColumn, schedule?.endColumn].flatMap((name) => {
      if (name === undefined) return [];
      const column = sql.ref(name);
      const isMeant = publicBy ? sql`${sql.ref(publicBy)} = ${1} and` : sql``;
      return [
        sql`select min(${column}) as moment from ${sql.table(table)} where ${isMeant} ${column} > ${now}`,
      ];
    }),
  );
}
