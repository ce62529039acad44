import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { migrateOnce } from './migrate-once.ts';
import { startPostgresql } from './postgresql.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a PostgreSQL server with a migrated database `atrium_base`, to be copied. */
    postgresql: string;
  }
}

/** Only the projects with tests on PostgreSQL start a server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresql();
  const url = await server.createDatabase('atrium_base');
  await migrateOnce({ url, dataDir: tmpdir() });
  project.provide('postgresql', server.url);
  return () => server.stop();
}
