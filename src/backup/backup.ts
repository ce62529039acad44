import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Storage } from '../pictures/files/storage.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { type Dump, dumpDatabase } from './dump.ts';
import { createEncrypter, type Encryption } from './encryption.ts';
import type { Manifest, Part } from './manifest.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import type { OnBackupProgress } from './progress.ts';
import { type BackupTarget, buckets, isThere } from './target.ts';

/** Rows may be deleted while their files are copied. The rows are then read again. */
const maxTries = 5;

interface BackupOptions {
  onProgress?: OnBackupProgress;
  usesTools?: boolean;
  encryption?: Encryption;
}

/**
 * Contains the rows of one moment and every file they name. `file` appears only when it is complete.
 * @throws when `file` already exists, or something cannot be read
 */
export async function makeBackup(
  target: BackupTarget,
  file: string,
  { onProgress = () => {}, usesTools = true, encryption = { recipients: [] } }: BackupOptions = {},
): Promise<Manifest> {
  if (await isThere(file)) throw new Error(`${file} is there already`);
  const encrypter = await createEncrypter(encryption);
  return withTemporaryFolder(dirname(resolve(file)), (beside) =>
    // The copy of the database is not encrypted, so it stays where the database is.
    withTemporaryFolder(target.dataDir, async (folder) => {
      const archive = await createArchive(join(beside, 'archive'), encrypter);
      const manifest = await fill(archive, target, folder, { onProgress, usesTools }).finally(() =>
        archive.close(),
      );
      await rename(join(beside, 'archive'), file);
      return manifest;
    }),
  );
}

async function fill(
  archive: ArchiveWriter,
  target: BackupTarget,
  folder: string,
  { onProgress, usesTools }: Required<Pick<BackupOptions, 'onProgress' | 'usesTools'>>,
): Promise<Manifest> {
  const files = new Map<string, Part>();
  // Files take the most time, so they are copied first. Those added meanwhile are copied after the rows.
  await addFiles(archive, target, files, onProgress);
  const { dump, missing, at } = await agreeingDump(target, folder, usesTools, files, () =>
    addFiles(archive, target, files, () => {}),
  );
  const parts = [...files.values()];
  for (const { name, path, bytes } of dump.parts) {
    parts.push(await archive.add(name, bytes, createReadStream(path)));
  }
  const { form: database, migrations, tables, sealed_with } = dump;
  const made_at = at.toISOString();
  const manifest: Manifest = {
    format: 1,
    made_at,
    database,
    migrations,
    tables,
    missing,
    parts,
    holds_sealing_key: false,
    sealed_with,
  };
  await archive.finish(manifest);
  return manifest;
}

/** The file of a deleted row may disappear before it is copied. A file missing twice was missing before. */
async function agreeingDump(
  target: BackupTarget,
  folder: string,
  usesTools: boolean,
  files: Map<string, Part>,
  addNewFiles: () => Promise<void>,
): Promise<{ dump: Dump; missing: string[]; at: Date }> {
  let before: string[] = [];
  for (let tries = 1; ; tries += 1) {
    const at = new Date();
    const dump = await dumpDatabase(target, folder, usesTools);
    await addNewFiles();
    const missing = [...dump.named].filter((name) => !files.has(name)).sort();
    const wasMissing = new Set(before);
    if (missing.every((name) => wasMissing.has(name)) || tries === maxTries) return { dump, missing, at };
    before = missing;
  }
}

async function addFiles(
  archive: ArchiveWriter,
  { buckets: storages }: BackupTarget,
  added: Map<string, Part>,
  onProgress: OnBackupProgress,
): Promise<void> {
  const wanted: { name: string; key: string; storage: Storage }[] = [];
  for (const bucket of buckets) {
    const storage = storages[bucket];
    for await (const { key } of storage.list()) {
      const name = `${bucket}/${key}`;
      if (!added.has(name)) wanted.push({ name, key, storage });
    }
  }
  for (const [done, { name, key, storage }] of wanted.entries()) {
    onProgress(done, wanted.length);
    const part = await addFile(archive, name, key, storage);
    if (part) added.set(name, part);
  }
  onProgress(1, 1);
}

/** Returns undefined when the file was removed after it was listed. */
async function addFile(archive: ArchiveWriter, name: string, key: string, storage: Storage) {
  const file = await storage.read(key);
  if (!file) return undefined;
  const chunks = file.open()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  // Begins the part when the first bytes have arrived. The open file can then be read to its end.
  const first = await chunks.next().catch(async (error: unknown) => {
    if (await storage.read(key)) throw error;
    return undefined;
  });
  return first && archive.add(name, file.bytes, rest(first, chunks));
}

async function* rest(first: IteratorResult<Buffer>, more: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  for (let next = first; !next.done; next = await more.next()) yield next.value;
}
