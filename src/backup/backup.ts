import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Storage } from '../pictures/files/storage.ts';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { tarFilesOfManifest, type TarFile, recordFileHash, writeArchive } from './archive.ts';
import { createEncrypter, type EncryptionKeys } from './encryption.ts';
import {
  type BackupTarget,
  fileBuckets,
  type DatabaseDumpFormat,
  databasePartNames,
  type Manifest,
  type OnBackupProgress,
  type BackupPart,
  partNameOfFile,
  pathExists,
  rowsPartName,
  sqliteFile,
} from './manifest.ts';
import { dumpPostgresql, openPostgresqlRows } from './postgresql.ts';
import { rowToLine, type RowSource, type TableFacts, tableFactsOf, type TableRow } from './table-rows.ts';
import { copySqlite, openSqliteRows } from './sqlite.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** The database is dumped again when a row was deleted, with its file, before the file was copied. */
const maxTries = 5;

interface BackupOptions {
  onProgress?: OnBackupProgress;
  usesTools?: boolean;
  encryption?: EncryptionKeys;
}

/**
 * Writes a backup: the database as of one moment, and all stored files. `file` appears only when it is
 * complete. The manifest lists the missing files that rows name.
 * @throws {Error} when `file` already exists, or when a key, the database or a stored file cannot be read
 */
export async function makeBackup(
  target: BackupTarget,
  file: string,
  { onProgress = () => {}, usesTools = true, encryption = { recipients: [] } }: BackupOptions = {},
): Promise<Manifest> {
  if (await pathExists(file)) throw new Error(`${file} is there already`);
  const encrypter = await createEncrypter(encryption);
  return withTemporaryFolder(dirname(resolve(file)), (beside) =>
    // The dump is not encrypted, so its folder is in the data folder and not next to the backup.
    withTemporaryFolder(target.dataDir, async (folder) => {
      let manifest!: Manifest;
      async function* files() {
        manifest = yield* backedUpFiles(target, folder, onProgress, usesTools);
        yield* tarFilesOfManifest(manifest);
      }
      await writeArchive(join(beside, 'archive'), files(), encrypter);
      await rename(join(beside, 'archive'), file);
      return manifest;
    }),
  );
}

async function* backedUpFiles(
  target: BackupTarget,
  folder: string,
  onProgress: OnBackupProgress,
  usesTools: boolean,
): AsyncGenerator<TarFile, Manifest> {
  const parts = new Map<string, BackupPart>();
  // Files take the most time, so they come first. Files that are added meanwhile follow after the dump.
  yield* newFiles(target, parts, onProgress);
  const { dump, missing, at } = yield* agreeingDump(target, folder, usesTools, parts);
  for (const { name, path, bytes } of dump.parts) {
    yield* recordFileHash(parts, { name, bytes, content: createReadStream(path) });
  }
  const { form: database, migrations, tables, sealed_with } = dump;
  return {
    format: 1,
    made_at: at.toISOString(),
    database,
    migrations,
    tables,
    missing,
    parts: [...parts.values()],
    holds_sealing_key: false,
    sealed_with,
  };
}

/**
 * A row that names a missing file may have been deleted during the backup, so the database is dumped again. A
 * file that is missing twice in a row did not exist before.
 */
async function* agreeingDump(
  target: BackupTarget,
  folder: string,
  usesTools: boolean,
  parts: Map<string, BackupPart>,
): AsyncGenerator<TarFile, { dump: Dump; missing: string[]; at: Date }> {
  let before: string[] = [];
  for (let tries = 1; ; tries += 1) {
    const at = new Date();
    const dump = await dumpDatabase(target, folder, usesTools);
    yield* newFiles(target, parts);
    const missing = [...dump.fileNames].filter((name) => !parts.has(name)).sort();
    const wasMissing = new Set(before);
    if (missing.every((name) => wasMissing.has(name)) || tries === maxTries) return { dump, missing, at };
    before = missing;
  }
}

async function* newFiles(
  { buckets: storages }: BackupTarget,
  parts: Map<string, BackupPart>,
  onProgress: OnBackupProgress = () => {},
): AsyncGenerator<TarFile> {
  const files: { name: string; key: string; storage: Storage }[] = [];
  for (const bucket of fileBuckets) {
    const storage = storages[bucket];
    for await (const { key } of storage.list()) {
      const name = `${bucket}/${key}`;
      if (!parts.has(name)) files.push({ name, key, storage });
    }
  }
  for (const [done, { name, key, storage }] of files.entries()) {
    onProgress(done, files.length);
    const file = await openFile(name, key, storage);
    if (file) yield* recordFileHash(parts, file);
  }
  onProgress(1, 1);
}

/** Returns undefined when the file was removed after it was listed. */
async function openFile(name: string, key: string, storage: Storage): Promise<TarFile | undefined> {
  const file = await storage.read(key);
  if (!file) return undefined;
  const chunks = file.open()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  // Waits for the first bytes. From then on the file is open, and can be read even if it is removed.
  const first = await chunks.next().catch(async (error: unknown) => {
    if (await storage.read(key)) throw error;
    return undefined;
  });
  return first && { name, bytes: file.bytes, content: rest(first, chunks) };
}

async function* rest(first: IteratorResult<Buffer>, more: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  for (let next = first; !next.done; next = await more.next()) yield next.value;
}

interface Dump {
  form: DatabaseDumpFormat;
  migrations: string[];
  tables: Record<string, TableFacts>;
  fileNames: Set<string>;
  sealed_with: string[];
  parts: { name: string; path: string; bytes: number }[];
}

async function dumpDatabase(target: BackupTarget, folder: string, usesTools: boolean): Promise<Dump> {
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
    return { form: 'sqlite', ...known, parts: [await partOf(databasePartNames.sqlite, pressed)] };
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
      return { form: 'pg_dump', ...known, parts: [await partOf(databasePartNames.pg_dump, file)] };
    }
    const parts: Dump['parts'] = [];
    for (const table of target.tables) {
      const path = join(folder, `${table}.ndjson.gz`);
      await pipeline(Readable.from(linesOf(source.rows(table))), createGzip(), createWriteStream(path));
      parts.push(await partOf(rowsPartName(table), path));
    }
    return { form: 'rows', ...known, parts };
  } finally {
    await source.close();
  }
}

async function readFacts({ tables: names, fileColumns }: BackupTarget, source: RowSource) {
  const fileNames = new Set<string>();
  const sealedWith = new Set<string>();
  const byTable = Map.groupBy(fileColumns, ({ table }) => table);
  const tables = await tableFactsOf(source, names, (table, row) => {
    for (const column of byTable.get(table) ?? []) {
      const part = partNameOfFile(column, row[column.column]);
      if (part) fileNames.add(part);
    }
    for (const value of table === 'secrets' ? Object.values(row) : []) {
      const key = sealingKeyOf(value);
      if (key) sealedWith.add(key);
    }
  });
  return { migrations: await source.migrations(), tables, fileNames, sealed_with: [...sealedWith].sort() };
}

async function* linesOf(rows: AsyncIterable<TableRow>) {
  for await (const row of rows) yield rowToLine(row);
}

async function partOf(name: string, path: string) {
  return { name, path, bytes: (await stat(path)).size };
}
