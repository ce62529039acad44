import { sql } from 'kysely';
import { type Db, isPostgresql } from './schema.ts';

/**
 * Creates the search index of a table on SQLite: a full-text table of trigrams, and triggers that keep it up to date.
 * The row numbers combine time and id, so that results have the order of lists without being sorted. On PostgreSQL, the
 * server creates its search indexes at each start, because the extension for them may come later.
 */
export async function startSearching(db: Db, table: string, texts = ['search_text']): Promise<void> {
  if (isPostgresql(db)) return;
  const [of, fts, columns] = [sql.table(table), sql.table(`${table}_fts`), sql.join(texts.map(sql.ref))];
  await sql`create virtual table ${fts} using fts5(${columns}, id unindexed, content='', contentless_delete=1,
    contentless_unindexed=1, tokenize='trigram case_sensitive 1')`.execute(db);
  const place = (row: string) =>
    sql`${sql.ref(`${row}.created_at`)} * 2097152 + ${sql.ref(`${row}.id`)} % 2097152`;
  const entry = (row: string) =>
    sql.join([place(row), ...[...texts, 'id'].map((name) => sql.ref(`${row}.${name}`))]);
  const enter = sql`insert into ${fts} (rowid, ${columns}, id)`;
  const add = sql`${enter} values (${entry('new')});`;
  const remove = sql`delete from ${fts} where rowid = ${place('old')};`;
  const trigger = (event: string) => sql.id(`${table}_searched_${event}`);
  const changing = sql.join([...texts, 'created_at'].map(sql.ref));

  await sql`${enter} select ${entry('listed')} from ${of} as listed order by created_at, id`.execute(db);
  await sql`create trigger ${trigger('insert')} after insert on ${of} begin ${add} end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${of} begin ${remove} end`.execute(db);
  await sql`create trigger ${trigger('update')} after update of ${changing} on ${of}
    begin ${remove} ${add} end`.execute(db);
}

/** Drops the search index of a table. A table that is dropped needs it before. */
export async function stopSearching(db: Db, table: string): Promise<void> {
  if (isPostgresql(db)) return;
  for (const event of ['insert', 'update', 'delete'])
    await sql`drop trigger if exists ${sql.id(`${table}_searched_${event}`)}`.execute(db);
  await sql`drop table if exists ${sql.table(`${table}_fts`)}`.execute(db);
  // SQLite 3.53 does not drop the table with the ids. SQLite takes this table for a part of the dropped table
  // until it reads the schema again. Renaming any table makes SQLite read the schema.
  await sql`create table fts_over (id integer)`.execute(db);
  await sql`alter table fts_over rename to fts_gone`.execute(db);
  await sql`drop table fts_gone`.execute(db);
  await sql`drop table if exists ${sql.table(`${table}_fts_content`)}`.execute(db);
}
