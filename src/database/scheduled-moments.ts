import { type RawBuilder, sql } from 'kysely';
import type { ScheduleColumnNames } from '../shared/content-facts.ts';
import { factsByModule, factsOf, type ModuleName } from '../shared/module-facts.ts';
import { compileOnce, type ParamFor } from './compiled-query.ts';
import { toColumnMoment } from './dialect.ts';
import type { Connection } from './ctx.ts';

export interface ScheduledTable {
  name: ModuleName;
  table: string;
  publicBy: string | null;
  schedule: ScheduleColumnNames;
}

export const scheduledTables: readonly ScheduledTable[] = (
  Object.keys(factsByModule) as ModuleName[]
).flatMap((name) => {
  const { table, publicBy, schedule } = factsOf(name);
  return schedule ? [{ name, table, publicBy, schedule }] : [];
});

const nextOf = compileOnce<{ next: Date | number | string | null }>((read, blank) =>
  read
    .selectFrom(sql<{ moment: Date }>`(${sql.join(nextsOf(blank), sql` union all `)})`.as('nexts'))
    .select(sql<Date | null>`min(moment)`.as('next')),
);

/** Returns one query for each scheduled column. Each query reads only one entry of an index. */
function nextsOf(blank: ParamFor): RawBuilder<unknown>[] {
  return scheduledTables.flatMap(({ table, publicBy, schedule: { from, until } }) =>
    [from, until].flatMap((name) => {
      if (name === undefined) return [];
      const column = sql.ref(name);
      const isMeant = publicBy ? sql`${sql.ref(publicBy)} = ${1} and` : sql``;
      return [
        sql`select min(${column}) as moment from ${sql.table(table)} where ${isMeant} ${column} > ${blank('now')}`,
      ];
    }),
  );
}

/** Returns the next moment after `now` at which a row becomes public or stops being public, or undefined. */
export async function readNextMoment(read: Connection, now: Date): Promise<Date | undefined> {
  const [found] = await nextOf(read, { now: toColumnMoment(read, now) });
  const next = found?.next ?? null;
  return next === null ? undefined : new Date(next);
}
