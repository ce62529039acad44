import { declareChangedTables } from './content-version.ts';
import type { Database } from './database.ts';

type Run = () => Promise<string[]>;

/**
 * Runs the missing migrations, and returns their names. `around` wraps the run, and is not called when no migration is
 * missing.
 * @throws {Error} when the database has a migration that this program lacks
 */
export async function migrate(
  { orm, migrationNames }: Database,
  around: (run: Run, missing: number) => Promise<string[]> = (run) => run(),
): Promise<string[]> {
  const executed = await orm.migrator.getExecuted();
  const foreign = executed.map(({ name }) => name).find((name) => !migrationNames.includes(name));
  if (foreign) {
    throw new Error(`the database is newer than this program: it has the migration ${foreign}`);
  }
  if (executed.length === migrationNames.length) return [];
  return around(async () => {
    const ran = await orm.migrator.up();
    await orm.em.fork().transactional(async (em) => declareChangedTables({ em }, '*'));
    return ran.map(({ name }) => name);
  }, migrationNames.length - executed.length);
}
