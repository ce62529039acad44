import { touch } from './content-version.ts';
import type { Database } from './database.ts';

/** @throws when the database has a migration that this program does not know */
export async function migrate({ orm, migrationNames }: Database): Promise<string[]> {
  const executed = await orm.migrator.getExecuted();
  const foreign = executed.map(({ name }) => name).find((name) => !migrationNames.includes(name));
  if (foreign) {
    throw new Error(`the database is newer than this program: it has the migration ${foreign}`);
  }
  if (executed.length === migrationNames.length) return [];
  const ran = await orm.migrator.up();
  await orm.em.fork().transactional(async (em) => touch({ em }, '*'));
  return ran.map(({ name }) => name);
}
