import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { filteredTables } from '../../src/database/list/filters.ts';
import { ensureTrigramIndexes } from '../../src/database/search/trigrams.ts';

export type Row = Record<string, string | number | boolean | Date | null | object>;

/** Inserts many rows without the ORM. The triggers of the database still run. */
export interface Writer {
  insert(table: string, rows: Row[]): Promise<void>;
  /**
   * Runs the maintenance that is due, so that it does not disturb the measurements, and closes the
   * connection.
   */
  close(): Promise<void>;
}

// The number of bytes of a search index that are collected before they are written. A larger number means
// fewer merges of the index.
const bulkHash = 64 * 1024 * 1024;
const usualHash = 1024 * 1024;

function setHash(database: BetterSqlite3.Database, bytes: number): void {
  for (const table of Object.keys(filteredTables)) {
    database.exec(`insert into ${table}_fts (${table}_fts, rank) values ('hashsize', ${bytes})`);
  }
}

export function openSqliteWriter(file: string): Writer {
  const database = new BetterSqlite3(file);
  // The data need not survive a power failure, so these settings prefer speed.
  for (const pragma of ['synchronous = off', 'cache_size = -200000', 'wal_autocheckpoint = 20000']) {
    database.pragma(pragma);
  }
  setHash(database, bulkHash);
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      const enter = database.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
      database.transaction(() => {
        for (const row of rows) enter.run(Object.values(row).map(toSqlite));
      })();
    },
    close: async () => {
      setHash(database, usualHash);
      database.pragma('wal_checkpoint(truncate)');
      database.close();
    },
  };
}

/**
 * Drops the search indexes, and creates them again in `close`. This is faster than updating them for each
 * row.
 */
export async function openPostgresqlWriter(database: Database, url: string): Promise<Writer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const table of Object.keys(filteredTables)) {
    await client.query(`drop index if exists ${table}_search_text_trigrams`);
  }
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {}).join(', ');
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    },
    close: async () => {
      const warning = await ensureTrigramIndexes(database);
      if (warning) console.log(warning);
      await client.query('vacuum analyze');
      await client.end();
    },
  };
}

function toSqlite(value: Row[string]): string | number | null {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return Number(value);
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}
