import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tables } from '../../src/database/table-types.ts';
import { createFolderStorage, createPrivateFiles, type Storage } from '../../src/pictures/files/storage.ts';
import { MediaUse } from '../../src/pictures/media-uses.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import type { ImportOutcome } from '../../src/transfer/import-report.ts';
import { siteContents } from '../../src/transfer/site-content.ts';
import { exportSite } from '../../src/transfer/site-export.ts';
import { importSite } from '../../src/transfer/site-import.ts';
import type { DatabaseKind } from './database.ts';
import { type TestApp, testApp } from './test-app.ts';

export interface TransferSite {
  app: TestApp;
  uploads: Storage;
  privateFiles: Storage;
  quarantine: string;
}

/** Opens a site whose storages a test can read. `more` adds parts of the app, such as real pages. */
export async function openTransferSite(
  kind: DatabaseKind,
  more: Parameters<typeof testApp>[1] = {},
): Promise<TransferSite & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-site-'));
  const uploads = createFolderStorage(join(folder, 'uploads'));
  const privateFiles = createFolderStorage(join(folder, 'private'));
  const own = { storage: uploads, privateFiles: createPrivateFiles(privateFiles) };
  const app = await testApp(kind, { ...more, ...own });
  const close = async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { app, uploads, privateFiles, quarantine: join(folder, 'quarantine'), close };
}

export async function exportToFolder({ app, uploads, privateFiles }: TransferSite, folder: string) {
  await mkdir(folder, { recursive: true });
  const work = { read: app.database.read, now: new Date('2020-01-01'), uploads, privateFiles };
  await exportSite(work, folder, () => {});
  return readExport(folder);
}

export async function readExport(folder: string): Promise<Record<string, unknown>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = names
    .filter((entry) => entry.isFile())
    .map(async (entry): Promise<[string, unknown]> => {
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      const isJson = entry.name.endsWith('.json');
      return [path.slice(folder.length + 1), isJson ? JSON.parse(String(bytes)) : hashOf(bytes)];
    });
  return Object.fromEntries((await Promise.all(read)).toSorted(([a], [b]) => a.localeCompare(b)));
}

export async function importFromFolder(
  { app, uploads, privateFiles, quarantine }: TransferSite,
  folder: string,
  isDryRun = false,
): Promise<ImportOutcome[]> {
  const work = { ...app.work(), uploads, privateFiles, quarantine };
  const outcomes: ImportOutcome[] = [];
  for await (const one of importSite(work, folder, { isDryRun, onProgress: () => {} })) outcomes.push(one);
  return outcomes;
}

export async function deleteAllContent({ app, uploads, privateFiles }: TransferSite): Promise<void> {
  const em = app.database.fork();
  await em.nativeDelete(MediaUse, {});
  for (const { entity } of siteContents) await em.nativeDelete(entity, {});
  await em.nativeDelete(Picture, {});
  await em.getKysely<Tables>().deleteFrom('addresses').execute();
  await em.nativeDelete(ImportedItem, {});
  for (const storage of [uploads, privateFiles]) {
    for await (const { key } of storage.list()) await storage.remove(key);
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
