import { touch } from './content-version.ts';
import type { Database } from './database.ts';

/**
 * Brings the schema up to date and gives the names of the migrations it ran.
 *
 * @throws when the database knows migrations that this program does not: the program is older than the data
 */
export async function migrate({ orm, migrationNames }: Database): Promise<string[]> {
  const executed = await orm.migrator.getExecuted();
  const foreign = executed.map(({ name }) => name).find((name) => !migrationNames.includes(name));
  if (foreign) {
    throw new Error(`the database is newer than this program: it has the migration ${foreign}`);
  }
  if (executed.length === migrationNames.length) return [];
  const ran = await orm.migrator.up();
  // Instances that run meanwhile hear that any table may hold something else now.
  await orm.em.fork().transactional(async (em) => touch({ em }, '*'));
  return ran.map(({ name }) => name);
}
