import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';

/** Returns all that a database has but rows, in sorted lines: one for each column, index, constraint and trigger. */
export async function readSchema(database: Database): Promise<string[]> {
  const { rows } = await (database.kind === 'sqlite' ? sqliteSchema : postgresqlSchema).execute(
    database.read,
  );
  return rows.map(({ line }) => line.replaceAll('"', '').replace(/\s+/g, ' ')).toSorted();
}

const ownTables = sql`(select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
  and name not like '%_fts%') as t`;

const sqliteSchema = sql<{ line: string }>`
  select concat_ws(' ', t.name, c.name, c.type, 'notnull', c."notnull", c.dflt_value, 'pk', c.pk) as line
    from ${ownTables}, pragma_table_info(t.name) as c
  union all select concat_ws(' ', t.name, i.name, i."unique", group_concat(c.name)) as line
    from ${ownTables}, pragma_index_list(t.name) as i, pragma_index_info(i.name) as c group by t.name, i.name
  union all select concat_ws(' ', t.name, k."from", k."table", k."to", k.on_delete, k.on_update)
    from ${ownTables}, pragma_foreign_key_list(t.name) as k
  union all select t.name || ' never reuses ids' from ${ownTables} join sqlite_master as m on m.name = t.name
    where m.sql like '%autoincrement%'
  union all select sql from sqlite_master where type in ('trigger', 'view') or sql like '%using fts5%'
    or type = 'index' and sql like '% where %'`;

const postgresqlSchema = sql<{ line: string }>`
  select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) as line
    from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', proname, prosrc) from pg_proc join pg_language as l on l.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'
  union all select 'sequence ' || sequencename from pg_sequences where schemaname = 'public'`;

/** Returns the rows of all tables but the migrations, each as sorted lines. */
export async function readRows({ kind, read }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await (kind === 'sqlite'
    ? sql<{ name: string }>`select t.name from ${ownTables}`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  ).execute(read);
  const lines: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => table.name !== 'migrations')) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read);
    lines[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
  }
  return lines;
}
