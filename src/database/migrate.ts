import { touch } from './content-version.ts';
import type { Database } from './database.ts';

/**
 * Migrates the schema and returns the names of the migrations that ran.
 *
 * @throws when the database has migrations that this program does not know, because the program is older than the data
 */
export async function migrate({ orm, migrationNames }: Database): Promise<string[]> {
  const executed = await orm.migrator.getExecuted();
  const foreign = executed.map(({ name }) => name).find((name) => !migrationNames.includes(name));
  if (foreign) {
    throw new Error(`the database is newer than this program: it has the migration ${foreign}`);
  }
  if (executed.length === migrationNames.length) return [];
  const ran = await orm.migrator.up();
  // Notifies running instances that any table may have changed.
  await orm.em.fork().transactional(async (em) => touch({ em }, '*'));
  return ran.map(({ name }) => name);
}
