import BetterSqlite3 from 'better-sqlite3';
import { type RowSource, type TableColumn, toTableRow } from './table-rows.ts';

const busyTimeoutMs = 30_000;

/** @throws {Error} when the file does not exist or is not a SQLite file */
export function openSqliteRows(file: string): RowSource {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  db.exec('begin');
  const columnsOf = (table: string) =>
    db.pragma(`table_info("${table}")`) as (TableColumn & { pk: number })[];
  // `begin` alone takes no snapshot. The first read does.
  db.prepare('select count(*) from sqlite_master').get();
  return {
    migrations: async () =>
      db
        .prepare<[], { name: string }>('select name from migrations order by id')
        .all()
        .map(({ name }) => name),
    rows: async function* (table) {
      const columns = columnsOf(table).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      const order = keys.map(({ name }) => `"${name}"`).join(', ');
      const rows = db.prepare<[], Record<string, unknown>>(`select * from "${table}" order by ${order}`);
      for (const row of rows.iterate()) yield toTableRow(row, columns);
    },
    lastId: async (table) => {
      const hasIds = db.prepare("select 1 from sqlite_master where name = 'sqlite_sequence'").get();
      if (!hasIds) return 0;
      const row = db
        .prepare<[string], { seq: number }>('select seq from sqlite_sequence where name = ?')
        .get(table);
      return row?.seq ?? 0;
    },
    close: async () => void db.close(),
  };
}

export function listSqliteTables(file: string): string[] {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  try {
    return db.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
  } finally {
    db.close();
  }
}

/** Writes a compact copy. Other processes may write to `file` meanwhile. */
export function copySqlite(file: string, to: string): void {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  try {
    db.prepare('vacuum into ?').run(to);
  } finally {
    db.close();
  }
}

/** Returns undefined when the file is intact. */
export function findSqliteDamage(file: string): string | undefined {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    const [first] = db.pragma('integrity_check') as { integrity_check: string }[];
    return first?.integrity_check === 'ok' ? undefined : first?.integrity_check;
  } finally {
    db.close();
  }
}
