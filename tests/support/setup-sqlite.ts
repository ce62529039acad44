import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateOnce } from './migrate-once.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with a migrated SQLite file, which tests copy. */
    sqliteBase: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-base-'));
  await migrateOnce({ url: undefined, dataDir });
  project.provide('sqliteBase', dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
}
