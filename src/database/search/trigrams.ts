import type { EntityMetadata } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { filteredTables } from '../list/filters.ts';
import type { Tables } from '../table-types.ts';

const searched = [
  ...Object.keys(filteredTables).map((table) => ({ table, text: 'search_text' })),
  { table: 'activities', text: 'open_search_text' },
];

const indexName = ({ table, text }: (typeof searched)[number]) => `${table}_${text}_trigrams`;

export function declareTrigrams(meta: EntityMetadata): void {
  for (const index of searched.filter(({ table }) => table === meta.tableName)) {
    const name = indexName(index);
    const expression = `create index "${name}" on "${index.table}" using gin (${index.text} gin_trgm_ops)`;
    meta.indexes.push({ name, expression });
  }
}

/** Creates the search indexes that PostgreSQL lacks, or returns a warning: without them, searches read all rows. */
export async function ensureTrigramIndexes({ kind, read, fork }: Database): Promise<string | undefined> {
  if (kind === 'sqlite') return undefined;
  const { rows } = await sql<{ indexname: string }>`select indexname from pg_indexes
    where schemaname = any (current_schemas(false)) and indexname like '%_trigrams'`.execute(read);
  const known = new Set(rows.map(({ indexname }) => indexname));
  const missing = searched.filter((index) => !known.has(indexName(index)));
  if (missing.length === 0) return undefined;
  try {
    await fork().transactional(async (em) => {
      const db = em.getKysely<Tables>();
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`create extension if not exists pg_trgm`.execute(db);
      for (const index of missing) {
        await sql`create index if not exists ${sql.id(indexName(index))} on ${sql.table(index.table)}
          using gin (${sql.ref(index.text)} gin_trgm_ops)`.execute(db);
      }
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : error;
    return `search is slow on many rows: PostgreSQL's extension pg_trgm cannot be created here (${reason})`;
  }
}
