import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

// Helpers with which migrations create search indexes. On SQLite, triggers update an index at every write.
// Released migrations also use the functions about counting, which create and remove the counters of earlier
// versions.

type Db = Kysely<unknown>;

/**
 * The description of a counter: a table, and the columns whose values are counted. With `byDay`, rows are
 * also counted by the day of their creation.
 */
export interface Count {
  name: string;
  table: string;
  facets: string[];
  byDay?: boolean;
}

export function isPostgresql(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Creates the table of counters. On PostgreSQL, each change adds a row to this table, so that changes never
 * wait for each other.
 */
export async function createCounters(db: Db): Promise<void> {
  if (isPostgresql(db)) {
    await sql`create table row_counters (id bigserial primary key, name text not null, day integer not null,
      facets text not null, amount bigint not null)`.execute(db);
    await sql`create index row_counters_name_day on row_counters (name, day)`.execute(db);
  } else {
    await sql`create table row_counters (name text not null, day integer not null, facets text not null,
      amount integer not null, primary key (name, day, facets)) without rowid`.execute(db);
  }
}

/** Counts the existing rows, and creates triggers that count later changes. */
export async function startCounting(db: Db, count: Count): Promise<void> {
  const { name, table } = count;
  const { day, facets } = measures(db, count);
  await sql`insert into row_counters (name, day, facets, amount)
    select ${sql.lit(name)}, ${day()}, ${facets()}, count(*) from ${sql.table(table)} group by 2, 3`.execute(
    db,
  );
  await (isPostgresql(db) ? countOnPostgresql(db, count) : countOnSqlite(db, count));
}

/** Drops the triggers of a counter. The counted numbers remain stored. */
export async function stopCounting(db: Db, { name, table }: Pick<Count, 'name' | 'table'>): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    const trigger = sql.id(`${name}_counted_${event}`);
    await (isPostgresql(db)
      ? sql`drop trigger ${trigger} on ${sql.table(table)}`
      : sql`drop trigger ${trigger}`
    ).execute(db);
  }
  if (isPostgresql(db)) await sql`drop function ${sql.id(`${name}_counted`)}()`.execute(db);
}

/**
 * Returns SQL for the day and for the values by which a row is counted. In a trigger, `row` is `old` or
 * `new`.
 */
function measures(db: Db, { facets, byDay }: Count) {
  const column = (name: string, row?: string) => sql.ref(row ? `${row}.${name}` : name);
  const day = (row?: string): RawBuilder<unknown> => {
    if (!byDay) return sql`0`;
    const moment = column('created_at', row);
    return isPostgresql(db)
      ? sql`floor(extract(epoch from ${moment}) / 86400)::integer`
      : sql`${moment} / 86400000`;
  };
  const values = (row?: string) => sql.join(facets.map((facet) => column(facet, row)));
  const listed = (row?: string): RawBuilder<unknown> =>
    isPostgresql(db) ? sql`jsonb_build_array(${values(row)})::text` : sql`json_array(${values(row)})`;
  return { day, facets: listed };
}

async function countOnSqlite(db: Db, count: Count): Promise<void> {
  const { name, table, facets: columns, byDay } = count;
  const { day, facets } = measures(db, count);
  const add = (row: string, amount: number) => sql`insert into row_counters (name, day, facets, amount)
    values (${sql.lit(name)}, ${day(row)}, ${facets(row)}, ${sql.lit(amount)})
    on conflict (name, day, facets) do update set amount = amount + excluded.amount;`;
  const [on, of] = [sql.table(table), sql.join([...columns, ...(byDay ? ['created_at'] : [])].map(sql.ref))];
  const trigger = (event: string) => sql.id(`${name}_counted_${event}`);
  await sql`create trigger ${trigger('insert')} after insert on ${on} begin ${add('new', 1)} end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${on} begin ${add('old', -1)} end`.execute(
    db,
  );
  await sql`create trigger ${trigger('update')} after update of ${of} on ${on}
    begin ${add('old', -1)} ${add('new', 1)} end`.execute(db);
}

/**
 * Creates triggers that add one row per statement and combination of values, no matter how many rows the
 * statement changes.
 */
async function countOnPostgresql(db: Db, count: Count): Promise<void> {
  const { name, table } = count;
  const { day, facets } = measures(db, count);
  const counted = sql.id(`${name}_counted`);
  const add = (rows: RawBuilder<unknown>) => sql`insert into row_counters (name, day, facets, amount)
    select ${sql.lit(name)}, day, facets, sum(amount) from (${rows}) as moved
    group by day, facets having sum(amount) <> 0;`;
  const moved = (from: string, amount: number) =>
    sql`select ${day()} as day, ${facets()} as facets, ${sql.lit(amount)} as amount from ${sql.table(from)}`;
  await sql`create function ${counted}() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${add(moved('added', 1))}
    elsif tg_op = 'DELETE' then ${add(moved('removed', -1))}
    else ${add(sql`${moved('added', 1)} union all ${moved('removed', -1)}`)}
    end if;
    return null;
  end $$`.execute(db);
  const transitions = {
    insert: 'new table as added',
    delete: 'old table as removed',
    update: 'old table as removed new table as added',
  };
  for (const [event, referencing] of Object.entries(transitions)) {
    await sql`create trigger ${sql.id(`${name}_counted_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(referencing)} for each statement execute function ${counted}()`.execute(db);
  }
}

/**
 * The columns of a table that searches cover, by default `search_text`. In earlier versions, the index on
 * SQLite also contained `facets` for filters.
 */
export interface Searched {
  table: string;
  facets: string[];
  texts?: string[];
}

const usualTexts = ['search_text'];

/** Indexes the existing texts by trigrams, and keeps the index up to date. */
export function startSearching(db: Db, searched: Searched): Promise<void> {
  return isPostgresql(db) ? createTrigramIndex(db, searched) : createTrigramTable(db, searched);
}

export async function stopSearching(
  db: Db,
  { table, texts = usualTexts }: Pick<Searched, 'table' | 'texts'>,
): Promise<void> {
  if (isPostgresql(db)) {
    for (const text of texts) {
      await sql`drop index if exists ${sql.id(`${table}_${text}_trigrams`)}`.execute(db);
    }
    return;
  }
  for (const event of ['insert', 'update', 'delete']) {
    await sql`drop trigger ${sql.id(`${table}_searched_${event}`)}`.execute(db);
  }
  await sql`drop table ${sql.table(`${table}_fts`)}`.execute(db);
  // SQLite 3.53 does not drop the table with the ids. SQLite takes this table for a part of the dropped table
  // until it reads the schema again. Renaming any table makes SQLite read the schema.
  await sql`create table fts_over (id integer)`.execute(db);
  await sql`alter table fts_over rename to fts_gone`.execute(db);
  await sql`drop table fts_gone`.execute(db);
  await sql`drop table if exists ${sql.table(`${table}_fts_content`)}`.execute(db);
}

/** Installs pg_trgm if necessary and possible. Returns whether the extension is available. */
export async function obtainTrigrams(db: Db): Promise<boolean> {
  await sql`savepoint trigrams`.execute(db);
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    return true;
  } catch {
    // The extension is missing and cannot be installed. Searches then work without an index, but are slower.
    await sql`rollback to savepoint trigrams`.execute(db);
    return false;
  }
}

async function createTrigramIndex(db: Db, { table, texts = usualTexts }: Searched): Promise<void> {
  for (const text of texts) {
    await sql`create index ${sql.id(`${table}_${text}_trigrams`)} on ${sql.table(table)}
      using gin (${sql.ref(text)} gin_trgm_ops)`.execute(db);
  }
}

/**
 * Creates SQLite's full-text table of trigrams with triggers. The row numbers combine time and id, so that
 * results have the order of lists without being sorted. A filter searches for one more trigram: the first
 * three letters of the value.
 */
async function createTrigramTable(db: Db, { table, facets, texts = usualTexts }: Searched): Promise<void> {
  const [of, fts] = [sql.table(table), sql.table(`${table}_fts`)];
  const columns = sql.join([...texts, ...facets].map(sql.ref));
  await sql`create virtual table ${fts} using fts5(${columns}, id unindexed, content='', contentless_delete=1,
    contentless_unindexed=1, tokenize='trigram case_sensitive 1')`.execute(db);
  const place = (row: string) =>
    sql`${sql.ref(`${row}.created_at`)} * 2097152 + ${sql.ref(`${row}.id`)} % 2097152`;
  const letters = (row: string) =>
    facets.map((facet) => sql`substr(coalesce(${sql.ref(`${row}.${facet}`)}, '') || '   ', 1, 3)`);
  const entry = (row: string) =>
    sql.join([
      place(row),
      ...texts.map((text) => sql.ref(`${row}.${text}`)),
      ...letters(row),
      sql.ref(`${row}.id`),
    ]);
  const enter = sql`insert into ${fts} (rowid, ${columns}, id)`;
  const add = sql`${enter} values (${entry('new')});`;
  const remove = sql`delete from ${fts} where rowid = ${place('old')};`;
  const trigger = (event: string) => sql.id(`${table}_searched_${event}`);
  const changing = sql.join([...texts, 'created_at', ...facets].map(sql.ref));

  await sql`${enter} select ${entry('listed')} from ${of} as listed order by created_at, id`.execute(db);
  await sql`create trigger ${trigger('insert')} after insert on ${of} begin ${add} end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${of} begin ${remove} end`.execute(db);
  await sql`create trigger ${trigger('update')} after update of ${changing} on ${of}
    begin ${remove} ${add} end`.execute(db);
}

/** Creates the search index of a table. On PostgreSQL without pg_trgm, creates nothing. */
export async function startListing(
  db: Db,
  { table, texts }: Pick<Searched, 'table' | 'texts'>,
): Promise<void> {
  if (isPostgresql(db) && !(await obtainTrigrams(db))) return;
  await startSearching(db, { table, facets: [], texts: texts ?? usualTexts });
}

/** Drops the search index. Must run before the table is dropped. */
export async function stopListing(db: Db, searched: Pick<Searched, 'table' | 'texts'>): Promise<void> {
  await stopSearching(db, searched);
}
