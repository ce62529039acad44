import type { EntityManager } from '@mikro-orm/sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { countedTables } from './counted-tables.ts';
import { touch } from './content.ts';
import { isPostgresql } from './dialect.ts';

/** A counter that is not what a recount gives. */
export interface WrongCounter {
  name: string;
  day: number;
  /** The values it counts, as JSON. */
  facets: string;
  /** How many more it says than there are. */
  excess: number;
}

type Db = Kysely<unknown>;

const kinds: { name: string; table: string; facets: readonly string[]; byDay?: boolean }[] = [
  ...Object.entries(countedTables).map(([table, facets]) => ({ name: table, table, facets })),
  { name: 'activity_days', table: 'activities', facets: ['type', 'is_verified'], byDay: true },
];

/** Counts all rows again, and gives the counters that say something else. Each table is compared in one statement. */
export function findWrongCounters(em: EntityManager): Promise<WrongCounter[]> {
  return em.transactional(async (inside) => {
    const db: Db = inside.getKysely();
    await takeTime(db);
    return compare(db);
  });
}

async function compare(db: Db): Promise<WrongCounter[]> {
  const wrong: WrongCounter[] = [];
  for (const kind of kinds) {
    const { rows } = await sql<WrongCounter>`select cast(${sql.lit(kind.name)} as text) as name, day, facets,
      sum(amount) as excess
      from (select day, facets, amount from row_counters where name = ${sql.lit(kind.name)}
        union all ${recount(db, kind)}) as compared
      group by day, facets having sum(amount) <> 0 order by day, facets`.execute(db);
    wrong.push(...rows.map((row) => ({ ...row, excess: Number(row.excess) })));
  }
  return wrong;
}

/** Sets every counter to what a recount gives, and tells which were wrong. Changes meanwhile are counted too. */
export function mendCounters(em: EntityManager): Promise<WrongCounter[]> {
  return em.transactional(async (inside) => {
    const db: Db = inside.getKysely();
    // SQLite: whoever writes first keeps others from writing between the recount and the mending.
    if (!isPostgresql(db)) await sql`update row_counters set amount = amount where 1 = 0`.execute(db);
    await takeTime(db);
    touch({ em: inside as EntityManager }, 'row_counters');
    const wrong = await compare(db);
    for (const { name, day, facets, excess } of wrong) {
      const known = isPostgresql(db)
        ? sql``
        : sql`on conflict (name, day, facets) do update set amount = amount + excluded.amount`;
      await sql`insert into row_counters (name, day, facets, amount)
        values (${name}, ${day}, ${facets}, ${-excess}) ${known}`.execute(db);
    }
    return wrong;
  });
}

/** Counting many rows takes longer than any request may. */
async function takeTime(db: Db): Promise<void> {
  if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
}

/**
 * PostgreSQL: puts the rows that changes have added to the counters together, one for each, once there are `from` of them.
 * Readers see the rows from before or the sums, never both.
 */
export async function foldCounters(em: EntityManager, from = 1000): Promise<void> {
  const db: Db = em.getKysely();
  if (!isPostgresql(db)) return;
  const { rows } = await sql<{ extra: number | string }>`select
    (select count(*) from row_counters) - (select count(*) from
      (select distinct name, day, facets from row_counters) as kinds) as extra`.execute(db);
  if (Number(rows[0]?.extra) < from) return;
  await sql`with gone as (
      delete from row_counters where id in (
        select id from row_counters where (name, day, facets) in (
          select name, day, facets from row_counters group by name, day, facets having count(*) > 1)
        for update skip locked)
      returning name, day, facets, amount)
    insert into row_counters (name, day, facets, amount)
    select name, day, facets, sum(amount) from gone group by name, day, facets
    having sum(amount) <> 0`.execute(db);
}

function recount(db: Db, { table, facets, byDay }: (typeof kinds)[number]): RawBuilder<unknown> {
  const values = sql.join(facets.map(sql.ref));
  const listed = isPostgresql(db) ? sql`jsonb_build_array(${values})::text` : sql`json_array(${values})`;
  const ofMoment = isPostgresql(db)
    ? sql`floor(extract(epoch from created_at) / 86400)::integer`
    : sql`created_at / 86400000`;
  return sql`select ${byDay ? ofMoment : sql`0`}, ${listed}, -count(*) from ${sql.table(table)} group by 1, 2`;
}
