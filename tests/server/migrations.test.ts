import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { loadStarterContent } from '../../src/database/starter.ts';
import { entities } from '../../src/entities.ts';
import type { Pictures } from '../../src/media/pictures.ts';
import { seeds } from '../../src/seeds.ts';
import { createPostgresql, databaseKinds } from '../support/database.ts';

const names = migrations.map(({ name }) => name);

describe.each(databaseKinds)('the migrations on %s', (kind) => {
  async function withEmptyDatabase(
    act: (database: Database, reopen: () => Promise<Database>) => Promise<void>,
  ) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
    const url = kind === 'postgresql' ? await createPostgresql() : undefined;
    const open = (known = migrations) => openDatabase({ entities, migrations: known, url, dataDir });
    const database = await open();
    try {
      await act(database, () => open([]));
    } finally {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }

  test('lead from nothing to exactly what the entities say', () =>
    withEmptyDatabase(async (database) => {
      expect(await migrate(database)).toEqual(names);
      expect(await migrate(database)).toEqual([]);
      expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    }));

  test('go down to nothing and up again, on the starter content', () =>
    withEmptyDatabase(async (database) => {
      await migrate(database);
      await loadStarterContent(database, seeds, { pictures: noPictures, now: new Date() });
      for (const _ of names) await database.orm.migrator.down();
      expect(await database.orm.migrator.getExecuted()).toEqual([]);
      expect(await migrate(database)).toEqual(names);
      expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
    }));

  test('refuse a database that is newer than the program, in one line', () =>
    withEmptyDatabase(async (database, reopenWithoutMigrations) => {
      await migrate(database);
      const older = await reopenWithoutMigrations();
      await expect(migrate(older)).rejects.toThrow(/^the database is newer than this program: [^\n]+$/);
      await older.close();
    }));
});

const drawn = {
  path: 'uploads/none.webp',
  width: 1,
  height: 1,
  bytes: 1,
  colour: '',
  placeholder: '',
  is_animated: false,
};
/** The rows matter here, not what their pictures look like. */
const noPictures = { keepDrawing: async () => drawn } as unknown as Pictures;
