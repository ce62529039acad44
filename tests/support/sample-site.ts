import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Database } from '../../src/database/database.ts';
import { createPictureStore } from '../../src/pictures/processing/picture-store.ts';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { importSamples } from '../../src/sample-content.ts';
import type { SiteImportCtx } from '../../src/transfer/site-files.ts';

const samples = resolve('samples/site');

/** Returns the items of a file of the sample content, such as `posts`. */
export function readSamples(name: string): Record<string, unknown>[] {
  const file = join(samples, `${name}.json`);
  // A module that came after the export has no samples.
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).items : [];
}

/** Returns when the sample content was exported, and how many items each file has. */
export function readSamplesAbout(): { exported_at: string; counts: Record<string, number> } {
  return JSON.parse(readFileSync(join(samples, 'atrium.json'), 'utf8'));
}

/** Loads the samples of some kinds of content, such as `jobs`, with the pictures of these samples. */
export async function importSamplesOf(work: SiteImportCtx, kinds: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-some-samples-'));
  try {
    for (const name of [...kinds, 'pictures'])
      await cp(join(samples, `${name}.json`), join(folder, `${name}.json`));
    await symlink(join(samples, 'uploads'), join(folder, 'uploads'));
    const about = readSamplesAbout();
    const counts = Object.fromEntries(kinds.map((kind) => [kind, about.counts[kind]]));
    await writeFile(join(folder, 'atrium.json'), JSON.stringify({ ...about, counts }));
    await importSamples(work, { folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Loads all samples into a database, and stores their files in `folder`.
 * @throws {Error} with the first warning of the import
 */
export async function importAllSamples(database: Database, folder: string, now: Date): Promise<void> {
  const [uploads, privateFiles] = ['uploads', 'private'].map((name) =>
    createFolderStorage(join(folder, name)),
  );
  const quarantine = join(folder, 'quarantine');
  await importSamples({
    em: database.fork(),
    read: database.read,
    viewer: null,
    now,
    pictures: createPictureStore(uploads!, quarantine),
    uploads: uploads!,
    privateFiles: privateFiles!,
    quarantine,
    warn: (line) => {
      throw new Error(line);
    },
  });
}
