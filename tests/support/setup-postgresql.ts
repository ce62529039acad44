import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { migrateOnce } from './migrate-once.ts';
import { startPostgresql } from './postgresql.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a PostgreSQL server with the migrated database `atrium_base`, which tests copy. */
    postgresql: string;
  }
}

/**
 * Starts a PostgreSQL server and migrates the database that tests copy. Only projects with tests on
 * PostgreSQL use this setup.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql();
  const url = await server.createDatabase('atrium_base');
  await migrateOnce({ url, dataDir: tmpdir() });
  project.provide('postgresql', server.url);
  return () => server.stop();
}
