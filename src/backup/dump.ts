import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { type DatabaseForm, databasePart, rowsPart } from './manifest.ts';
import { openPostgresqlRows } from './postgresql-rows.ts';
import { dumpPostgresql } from './postgresql-tools.ts';
import { tableFactsOf, lineOf, type TableRow, type RowSource, type TableFacts } from './rows.ts';
import { copySqlite, openSqliteRows } from './sqlite-rows.ts';
import { type BackupTarget, partNameOf, sqliteFile } from './target.ts';

export interface Dump {
  form: DatabaseForm;
  migrations: string[];
  tables: Record<string, TableFacts>;
  named: Set<string>;
  sealed_with: string[];
  parts: { name: string; path: string; bytes: number }[];
}

export async function dumpDatabase(target: BackupTarget, folder: string, usesTools: boolean): Promise<Dump> {
  return target.url ? dumpOfPostgresql(target, target.url, folder, usesTools) : dumpOfSqlite(target, folder);
}

async function dumpOfSqlite(target: BackupTarget, folder: string): Promise<Dump> {
  const copy = join(folder, 'atrium.sqlite');
  const pressed = `${copy}.gz`;
  await Promise.all([copy, pressed].map((path) => rm(path, { force: true })));
  copySqlite(sqliteFile(target.dataDir), copy);
  const source = openSqliteRows(copy);
  try {
    const known = await readFacts(target, source);
    await pipeline(createReadStream(copy), createGzip(), createWriteStream(pressed));
    return { form: 'sqlite', ...known, parts: [await partOf(databasePart.sqlite, pressed)] };
  } finally {
    await source.close();
    await rm(copy, { force: true });
  }
}

async function dumpOfPostgresql(
  target: BackupTarget,
  url: string,
  folder: string,
  usesTools: boolean,
): Promise<Dump> {
  const source = await openPostgresqlRows(url);
  try {
    const known = await readFacts(target, source);
    const file = join(folder, 'atrium.dump');
    if (usesTools && (await dumpPostgresql(url, source.snapshot, file))) {
      return { form: 'pg_dump', ...known, parts: [await partOf(databasePart.pg_dump, file)] };
    }
    const parts: Dump['parts'] = [];
    for (const table of target.tables) {
      const path = join(folder, `${table}.ndjson.gz`);
      await pipeline(Readable.from(linesOf(source.rows(table))), createGzip(), createWriteStream(path));
      parts.push(await partOf(rowsPart(table), path));
    }
    return { form: 'rows', ...known, parts };
  } finally {
    await source.close();
  }
}

async function readFacts({ tables: names, fileColumns }: BackupTarget, source: RowSource) {
  const named = new Set<string>();
  const sealedWith = new Set<string>();
  const byTable = Map.groupBy(fileColumns, ({ table }) => table);
  const tables = await tableFactsOf(source, names, (table, row) => {
    for (const column of byTable.get(table) ?? []) {
      const part = partNameOf(column, row[column.column]);
      if (part) named.add(part);
    }
    for (const value of table === 'secrets' ? Object.values(row) : []) {
      const key = sealingKeyOf(value);
      if (key) sealedWith.add(key);
    }
  });
  return { migrations: await source.migrations(), tables, named, sealed_with: [...sealedWith].sort() };
}

async function* linesOf(rows: AsyncIterable<TableRow>) {
  for await (const row of rows) yield lineOf(row);
}

async function partOf(name: string, path: string) {
  return { name, path, bytes: (await stat(path)).size };
}
