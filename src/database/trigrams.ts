import type { EntityMetadata } from '@mikro-orm/core';
import { sql } from 'kysely';
import { countedTables } from './counted-tables.ts';
import type { Database } from './database.ts';

const indexName = (table: string) => `${table}_search_text_trigrams`;

/** Says of PostgreSQL's tables that their search has an index; SQLite has a table for that. */
export function declareTrigrams(meta: EntityMetadata): void {
  if (!(meta.tableName in countedTables)) return;
  const name = indexName(meta.tableName);
  const expression = `create index "${name}" on "${meta.tableName}" using gin (search_text gin_trgm_ops)`;
  meta.indexes.push({ name, expression });
}

/**
 * PostgreSQL: makes the indexes of the search where they are missing, as after an administrator has added the extension. Gives
 * a line for the log where that can not be: then a search looks at every row.
 */
export async function ensureTrigrams({ kind, read, fork }: Database): Promise<string | undefined> {
  if (kind === 'sqlite') return undefined;
  const { rows } = await sql<{ tablename: string }>`select tablename from pg_indexes
    where schemaname = any (current_schemas(false)) and indexname = tablename || '_search_text_trigrams'`.execute(
    read,
  );
  const indexed = rows.map(({ tablename }) => tablename);
  const missing = Object.keys(countedTables).filter((table) => !indexed.includes(table));
  if (missing.length === 0) return undefined;
  try {
    await fork().transactional(async (em) => {
      const db = em.getKysely<unknown>();
      // Making an index over many rows takes longer than any request may.
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`create extension if not exists pg_trgm`.execute(db);
      for (const table of missing) {
        await sql`create index if not exists ${sql.id(indexName(table))} on ${sql.table(table)}
          using gin (search_text gin_trgm_ops)`.execute(db);
      }
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : error;
    return `search is slow on many rows: PostgreSQL's extension pg_trgm can not be created here (${reason})`;
  }
}
