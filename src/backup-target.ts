import { migrations } from '../prisma-free-migrations/list.ts';
import type { BackupTarget } from './backup/manifest.ts';
import type { Settings } from './config/env.ts';
import type { Database } from './database/database.ts';
import { entityMetadataOf, pictureColumnsOf, privateColumnsOf } from './database/file-columns.ts';
import { joinNames } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { entities } from './schemas.ts';
import { openFileStorage } from './services.ts';

/** Opens no database, contacts no S3 store and creates nothing. */
export async function backupTargetOf(settings: Settings): Promise<BackupTarget> {
  const described = entityMetadataOf(entities);
  const { DATA_DIR: dataDir, DATABASE_URL: url } = settings;
  return {
    dataDir,
    url,
    buckets: {
      uploads: await openFileStorage(settings, 'uploads'),
      private: await openFileStorage(settings, 'private'),
    },
    tables: described.map(({ tableName }) => tableName),
    migrations,
    fileColumns: [
      ...pictureColumnsOf(described).map((column) => ({ ...column, bucket: 'uploads' as const })),
      ...privateColumnsOf(described).map((column) => ({ ...column, bucket: 'private' as const })),
    ],
    makeTables,
  };
}

export function openSiteDatabase(url: string | undefined, dataDir: string): Promise<Database> {
  return openDatabase({ entities, migrations, url, dataDir });
}

async function makeTables(url: string, executed: readonly string[]): Promise<void> {
  const { orm, close } = await openSiteDatabase(url, '');
  try {
    await orm.migrator.up({ migrations: joinNames(migrations, executed) });
  } finally {
    await close();
  }
}
