import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Storage } from '../pictures/files/storage.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { type Dump, dumpDatabase } from './dump.ts';
import { createEncrypter, type EncryptionKeys } from './encryption.ts';
import type { Manifest, Part } from './manifest.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import type { OnBackupProgress } from './progress.ts';
import { type BackupTarget, buckets, pathExists } from './target.ts';

/**
 * The maximum number of dumps of the database in one backup. A row may be deleted, and its file removed, before the
 * file is copied. In that case, the database is dumped again.
 */
const maxTries = 5;

interface BackupOptions {
  onProgress?: OnBackupProgress;
  usesTools?: boolean;
  encryption?: EncryptionKeys;
}

/**
 * Writes a backup: the database as of one moment, and all stored files. `file` appears only when the backup is
 * complete. Returns the manifest, which lists the missing files that rows name.
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
    // The dump of the database is not encrypted. Its folder is therefore in the data folder and not next to
    // the backup.
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
  // Files take the most time, so they are copied before the database is dumped. Files that are added
  // meanwhile are copied after the dump.
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

/**
 * Dumps the database. Repeats the dump if a row names a missing file that was not missing after the previous dump,
 * because the row may have been deleted during the backup. A file that is missing after two dumps in a row did not
 * exist before the backup.
 */
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

/**
 * Adds a file to the archive. Returns its part, or undefined when the file was removed after it was listed.
 */
async function addFile(archive: ArchiveWriter, name: string, key: string, storage: Storage) {
  const file = await storage.read(key);
  if (!file) return undefined;
  const chunks = file.open()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  // Waits for the first bytes before the part begins. From then on, the file is open and can be read to its
  // end, even if it is removed.
  const first = await chunks.next().catch(async (error: unknown) => {
    if (await storage.read(key)) throw error;
    return undefined;
  });
  return first && archive.add(name, file.bytes, rest(first, chunks));
}

async function* rest(first: IteratorResult<Buffer>, more: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  for (let next = first; !next.done; next = await more.next()) yield next.value;
}
