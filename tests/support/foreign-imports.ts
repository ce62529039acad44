import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { mapCategories } from '../../src/transfer/category-map.ts';
import { createCommandLineCtx, importForeign } from '../../src/transfer/foreign-import.ts';
import type { ForeignExport } from '../../src/transfer/incoming-content.ts';
import type { ImportOutcome } from '../../src/transfer/import-report.ts';
import { picture } from './pictures.ts';
import type { TestApp } from './test-app.ts';

export async function withTemporaryFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-transfer-'));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a folder of uploads as another program would. The files in `damaged` end after 40 bytes. */
export async function writeUploadsFolder(
  folder: string,
  paths: string[],
  damaged: string[] = [],
): Promise<void> {
  const png = Buffer.from(await (await picture()).arrayBuffer());
  const write = async (path: string, bytes: Buffer) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  for (const path of paths) await write(path, png);
  for (const path of damaged) await write(path, png.subarray(0, 40));
}

interface Options {
  files?: string;
  menu?: string;
  isDryRun?: boolean;
  now?: Date;
}

/**
 * Imports the export of another program, and maps its categories by name. Returns the outcome of each item,
 * by the id of the item in the export.
 */
export async function importForeignExport(
  site: TestApp,
  opened: ForeignExport,
  { files, menu, isDryRun = false, now = new Date() }: Options = {},
): Promise<Map<string, ImportOutcome>> {
  const categoryOf = (name: string) =>
    name.includes('News') ? 'Company News' : name.startsWith('Parent') ? 'Development' : 'Technology';
  const categories = await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'map.json');
    const named = [...opened.survey.categories].map(([key, { name }]) => [
      key,
      { name, to: categoryOf(name) },
    ]);
    await writeFile(file, JSON.stringify({ categories: Object.fromEntries(named) }));
    const { choices } = settingDefaults;
    return mapCategories(opened.survey, { file, choices, fallback: undefined });
  });
  const { pictures, warn } = site.work();
  const work = { ...createCommandLineCtx(site.database, now), pictures, warn };
  const outcomes = new Map<string, ImportOutcome>();
  for await (const outcome of importForeign(work, opened, { categories, files, menu, isDryRun })) {
    outcomes.set(outcome.externalId, outcome);
  }
  return outcomes;
}
