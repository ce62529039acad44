import { clearDatabase, fillPostgresql, openPostgresqlRows } from './postgresql-rows.ts';
import { expectEmptyDatabase } from './restore.ts';
import { tableFactsOf, findDifference, type TableFacts } from './rows.ts';
import { openSqliteRows } from './sqlite-rows.ts';
import type { BackupTarget, OnBackupProgress } from './manifest.ts';

/**
 * Copies the rows of a SQLite file into an empty PostgreSQL database, and compares both.
 * @throws {Error} when the database is not empty, or when the copy fails or differs. It is empty again after
 * a failed copy
 */
export async function copyToPostgresql(
  { tables, makeTables }: Pick<BackupTarget, 'tables' | 'makeTables'>,
  file: string,
  url: string,
  onProgress: OnBackupProgress = () => {},
): Promise<Record<string, TableFacts>> {
  await expectEmptyDatabase(url);
  const source = openSqliteRows(file);
  try {
    const wanted = await tableFactsOf(source, tables);
    const total = Object.values(wanted).reduce((sum, { rows }) => sum + rows, 0);
    try {
      await makeTables(url, await source.migrations());
      let done = 0;
      await fillPostgresql(url, tables, source, () => {
        done += 1;
        onProgress(done, total);
      });
      const target = await openPostgresqlRows(url);
      const found = await tableFactsOf(target, tables).finally(() => target.close());
      const difference = findDifference(wanted, found);
      if (difference) throw new Error(`the copy differs from its original: ${difference}`);
      return found;
    } catch (error) {
      await clearDatabase(url);
      throw error;
    }
  } finally {
    await source.close();
  }
}
