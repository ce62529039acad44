import { migrations } from '../../prisma-free-migrations/list.ts';
import type { DatabaseOptions } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { ensureTrigramIndexes } from '../../src/database/search/trigrams.ts';
import { entities } from '../../src/entities.ts';
import { answerTimeoutMs } from './postgresql.ts';

export async function migrateOnce(where: Pick<DatabaseOptions, 'url' | 'dataDir'>): Promise<void> {
  const database = await openDatabase({ entities, migrations, ...where, answerTimeoutMs });
  await migrate(database);
  await ensureTrigramIndexes(database);
  await database.close();
}
