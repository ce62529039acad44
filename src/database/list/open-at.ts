import { type RawBuilder, sql } from 'kysely';
import { facts, factsOf, type ModuleName } from '../../shared/module-facts.ts';

/** In a filter: only rows that visitors see at this moment. */
export const openKey = 'open_at';

export function factsOfTable(table: string) {
  const name = (Object.keys(facts) as ModuleName[]).find((one) => facts[one].table === table);
  return name && factsOf(name);
}

/** The one rule of what visitors see of a table. `now` is a moment as the database stores it. */
export function openAt(table: string, now: unknown): RawBuilder<boolean> {
  const { publicBy = null, schedule } = factsOfTable(table) ?? {};
  const { from, until } = schedule ?? {};
  const conditions = [
    ...(publicBy ? [sql`${sql.ref(publicBy)} = ${1}`] : []),
    ...(from && publicBy ? [sql`${sql.ref(from)} <= ${now}`] : []),
    // Where no author decides, a row without a date is public.
    ...(from && !publicBy ? [sql`(${sql.ref(from)} is null or ${sql.ref(from)} <= ${now})`] : []),
    ...(until ? [sql`(${sql.ref(until)} is null or ${sql.ref(until)} > ${now})`] : []),
  ];
  return conditions.length > 0
    ? sql`(${sql.join(conditions, sql` and `)})`
    : sql`${sql.lit(1)} = ${sql.lit(1)}`;
}

/** Returns the column by which visitors' lists of a table are sorted. Undefined: by the time of creation. */
export function publicOrderOf(table: string): string | undefined {
  const { publicBy, schedule } = factsOfTable(table) ?? {};
  return publicBy ? schedule?.from : undefined;
}
