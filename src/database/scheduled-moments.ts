import { type RawBuilder, sql } from 'kysely';
import type { ScheduleColumnNames } from '../shared/content-facts.ts';
import { factsByModule, factsOf, type ModuleName } from '../shared/module-facts.ts';
import type { Connection } from './ctx.ts';
import type { StoredMoment } from './tables.ts';

interface ScheduledTable {
  name: ModuleName;
  table: string;
  publicBy: string | null;
  schedule: ScheduleColumnNames;
}

const scheduledTables: readonly ScheduledTable[] = (Object.keys(factsByModule) as ModuleName[]).flatMap(
  (name) => {
    const { table, publicBy, schedule } = factsOf(name);
    return schedule ? [{ name, table, publicBy, schedule }] : [];
  },
);

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
  return scheduledTables.flatMap(({ table, publicBy, schedule: { from, until } }) =>
    [from, until].flatMap((name) => {
      if (name === undefined) return [];
      const column = sql.ref(name);
      const isMeant = publicBy ? sql`${sql.ref(publicBy)} = ${1} and` : sql``;
      return [
        sql`select min(${column}) as moment from ${sql.table(table)} where ${isMeant} ${column} > ${now}`,
      ];
    }),
  );
}
