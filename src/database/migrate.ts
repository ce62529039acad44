import type { EntityManager } from '@mikro-orm/sql';
import { declareChangedTables } from './content-version.ts';
import type { Database, KnownMigration } from './database.ts';

/**
 * The migrations that a database has, with one name for those that were joined.
 * @throws {Error} when the database lacks some of the joined ones, or has an unknown one
 */
export function joinMigrationNames(
  known: readonly KnownMigration[],
  executed: readonly string[],
  what = 'the database',
): string[] {
  let names = [...executed];
  for (const { name, joined } of known) {
    const present = joined?.names.filter((part) => executed.includes(part)) ?? [];
    if (!joined || present.length === 0) continue;
    if (present.length < joined.names.length)
      throw new Error(`${what} is between two versions: start commit ${joined.commit} with it first`);
    const last = joined.names.at(-1);
    names = names.flatMap((part) => (part === last ? [name] : present.includes(part) ? [] : [part]));
  }
  const foreign = names.find((name) => !known.some((migration) => migration.name === name));
  if (foreign) throw new Error(`${what} is newer than this program: it has the migration ${foreign}`);
  return names;
}

type Run = () => Promise<string[]>;

/**
 * Runs the missing migrations in one transaction, and returns their names. `around` wraps that if any is missing.
 * @throws {Error} when the database has a migration that this program lacks, or is between two versions
 */
export async function migrate(
  { orm, migrations }: Database,
  around: (run: Run, missing: number) => Promise<string[]> = (run) => run(),
): Promise<string[]> {
  const executed = (await orm.migrator.getExecuted()).map(({ name }) => name);
  const names = joinMigrationNames(migrations, executed);
  const run = () =>
    orm.em.fork().transactional(async (em) => {
      await storeJoinedNames(em, migrations);
      const ran = await orm.migrator.up({ transaction: em.getTransactionContext()! });
      declareChangedTables({ em }, '*');
      return ran.map(({ name }) => name);
    });
  const missing = migrations.length - names.length;
  if (missing > 0) return around(run, missing);
  return names.every((name) => executed.includes(name)) ? [] : run();
}

async function storeJoinedNames(em: EntityManager, migrations: readonly KnownMigration[]): Promise<void> {
  const db = em.getKysely<{ migrations: { name: string } }>();
  for (const { name, joined } of migrations) {
    if (!joined) continue;
    const last = joined.names.at(-1)!;
    await db.updateTable('migrations').set({ name }).where('name', '=', last).execute();
    await db.deleteFrom('migrations').where('name', 'in', joined.names).execute();
  }
}
