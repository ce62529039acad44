import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { Job } from '../../src/modules/jobs/job.entity.ts';
import type { Pictures } from '../../src/media/pictures.ts';
import { seeds } from '../../src/seeds.ts';
import { createPostgresql, databaseKinds } from '../support/database.ts';
import { createJob } from '../support/factories.ts';

const names = migrations.map(({ name }) => name);

describe.each(databaseKinds)('the migrations on %s', (kind) => {
  async function withEmptyDatabase(
    act: (database: Database, reopen: () => Promise<Database>, where: string[]) => Promise<void>,
  ) {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-migrations-'));
    const url = kind === 'postgresql' ? await createPostgresql() : undefined;
    const open = (known = migrations) => openDatabase({ entities, migrations: known, url, dataDir });
    const database = await open();
    try {
      await act(database, () => open([]), url ? [dataDir, url] : [dataDir]);
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

  test.each(['an empty one', 'one in use'])(
    'DU7 killed half-way leave %s as it was, and go on from there',
    (what) =>
      withEmptyDatabase(async (database, _reopen, where) => {
        if (what === 'one in use') {
          await migrate(database);
          await createJob(database.fork());
        }
        const executed = await database.orm.migrator.getExecuted();
        const child = spawn(process.execPath, ['tests/support/half-migration.ts', ...where], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(child.stdout, 'data');
        child.kill('SIGKILL');
        await once(child, 'close');
        // All that were to run are one transaction.
        await expect.poll(() => database.orm.migrator.getExecuted()).toEqual(executed);
        expect(await migrate(database)).toEqual(what === 'one in use' ? [] : names);
        expect(await database.orm.schema.getUpdateSchemaSQL()).toBe('');
        expect(await database.fork().count(Job)).toBe(what === 'one in use' ? 1 : 0);
      }),
  );

  test('DU7 refuse a database that is newer than the program, in one line', () =>
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
