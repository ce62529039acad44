import { createReadStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Storage } from '../media/storage.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { type Dump, dumpDatabase } from './dump.ts';
import type { Manifest, Part } from './manifest.ts';
import { isThere, type Place, rooms } from './place.ts';
import type { OnProgress } from './progress.ts';

/** Rows may lose their files while these are copied: then the rows are taken anew. */
const maxTries = 5;

interface BackupOptions {
  onProgress?: OnProgress;
  /** Whether pg_dump is used where there is one. */
  usesTools?: boolean;
}

/**
 * Writes everything that a house knows into one archive, while it goes on working: the rows of one moment, and every file that
 * they name. The file appears when it is whole.
 *
 * @throws when the file is there already, or something can not be read
 */
export async function makeBackup(
  place: Place,
  file: string,
  { onProgress = () => {}, usesTools = true }: BackupOptions = {},
): Promise<Manifest> {
  if (await isThere(file)) throw new Error(`${file} is there already`);
  const folder = await mkdtemp(join(dirname(resolve(file)), '.backup-'));
  try {
    const archive = await createArchive(join(folder, 'archive'));
    const manifest = await fill(archive, place, folder, { onProgress, usesTools }).finally(() =>
      archive.close(),
    );
    await rename(join(folder, 'archive'), file);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(
  archive: ArchiveWriter,
  place: Place,
  folder: string,
  { onProgress, usesTools }: Required<BackupOptions>,
): Promise<Manifest> {
  const files = new Map<string, Part>();
  // Most of the time goes into the files, so they come first. What comes while they are copied is copied after the rows.
  await addFiles(archive, place, files, onProgress);
  const { dump, missing, at } = await agreeingDump(place, folder, usesTools, files, () =>
    addFiles(archive, place, files, () => {}),
  );
  const parts = [...files.values()];
  for (const { name, path, bytes } of dump.parts) {
    parts.push(await archive.add(name, bytes, createReadStream(path)));
  }
  const { form: database, migrations, tables } = dump;
  const made_at = at.toISOString();
  const manifest: Manifest = { format: 1, made_at, database, migrations, tables, missing, parts };
  await archive.finish(manifest);
  return manifest;
}

/**
 * The rows of a moment whose files are all in the archive: a file whose row is deleted goes at once, perhaps before it was
 * copied. One that is missing twice was missing before.
 */
async function agreeingDump(
  place: Place,
  folder: string,
  usesTools: boolean,
  files: Map<string, Part>,
  addNewFiles: () => Promise<void>,
): Promise<{ dump: Dump; missing: string[]; at: Date }> {
  let before: string[] = [];
  for (let tries = 1; ; tries += 1) {
    const at = new Date();
    const dump = await dumpDatabase(place, folder, usesTools);
    await addNewFiles();
    const missing = [...dump.named].filter((name) => !files.has(name)).sort();
    const wasMissing = new Set(before);
    if (missing.every((name) => wasMissing.has(name)) || tries === maxTries) return { dump, missing, at };
    before = missing;
  }
}

async function addFiles(
  archive: ArchiveWriter,
  { rooms: storages }: Place,
  added: Map<string, Part>,
  onProgress: OnProgress,
): Promise<void> {
  const wanted: { name: string; key: string; storage: Storage }[] = [];
  for (const room of rooms) {
    const storage = storages[room];
    for await (const { key } of storage.list()) {
      const name = `${room}/${key}`;
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

/** Nothing when the file went since it was listed. */
async function addFile(archive: ArchiveWriter, name: string, key: string, storage: Storage) {
  const file = await storage.read(key);
  if (!file) return undefined;
  const chunks = file.open()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  // It is open, and so can be read to its end, once its first bytes are here; only then does it get a place in the archive.
  const first = await chunks.next().catch(async (error: unknown) => {
    if (await storage.read(key)) throw error;
    return undefined;
  });
  return first && archive.add(name, file.bytes, rest(first, chunks));
}

async function* rest(first: IteratorResult<Buffer>, more: AsyncIterator<Buffer>): AsyncIterable<Buffer> {
  for (let next = first; !next.done; next = await more.next()) yield next.value;
}
