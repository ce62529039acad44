import { migrations } from '../prisma-free-migrations/list.ts';
import type { Place } from './backup/place.ts';
import type { Settings } from './config/env.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { entities } from './entities.ts';
import { openFolder, openStore } from './house.ts';
import { describeEntities, pictureColumnsOf, privateColumnsOf } from './database/file-columns.ts';

/**
 * What backup and restore need to know of the place that the settings name. Nothing is opened or made there yet, but for the
 * store, which is asked whether it can be used.
 */
export async function openPlace(settings: Settings): Promise<Place> {
  const described = describeEntities(entities);
  const { DATA_DIR: dataDir, DATABASE_URL: url } = settings;
  return {
    dataDir,
    url,
    rooms: {
      uploads: (await openStore(settings, 'uploads')) ?? openFolder(settings, 'uploads'),
      private: (await openStore(settings, 'private')) ?? openFolder(settings, 'private'),
    },
    tables: described.map(({ tableName }) => tableName),
    migrations: migrations.map(({ name }) => name),
    fileColumns: [
      ...pictureColumnsOf(described).map((column) => ({ ...column, room: 'uploads' as const })),
      ...privateColumnsOf(described).map((column) => ({ ...column, room: 'private' as const })),
    ],
    makeTables,
  };
}

/** Opens a database of the house by its address. */
export function openHouseDatabase(url: string | undefined, dataDir: string): Promise<Database> {
  return openDatabase({ entities, migrations, url, dataDir });
}

async function makeTables(url: string, last: string | undefined): Promise<void> {
  const { orm, close } = await openHouseDatabase(url, '');
  try {
    await orm.migrator.up(last === undefined ? {} : { to: last });
  } finally {
    await close();
  }
}
