import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStorage, type Storage } from '../../src/pictures/files/storage.ts';
import { type DatabaseKind, copyDatabase, createPostgresql, openTestDatabase } from './database.ts';
import { type TestApp, testApp } from './test-app.ts';

/**
 * A site that can crash like a killed process, and that then starts again with the same database and files.
 */
export interface CrashableSite {
  now(): TestApp;
  /**
   * Runs `act`, and crashes the site at moment number `moment`. Every `put` and `remove` of the storage has two
   * moments: just before it and just after it. If there are fewer moments, the site crashes after the end of `act`.
   * Then the site starts again, and the leases of the dead process are deleted as if they had expired.
   */
  crashDuring(moment: number, act: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

interface Life {
  isDead: boolean;
  /** The number of remaining moments until the crash. */
  left: number;
  died: PromiseWithResolvers<void>;
}

const never = new Promise<never>(() => {});

function moment(life: Life): Promise<void> | undefined {
  if (life.isDead) return never;
  life.left -= 1;
  if (life.left > 0) return undefined;
  life.isDead = true;
  life.died.resolve();
  return never;
}

function mortal(inner: Storage, life: Life): Storage {
  return {
    ...inner,
    put: async (key, path) => {
      await moment(life);
      await inner.put(key, path);
      await moment(life);
    },
    remove: async (key) => {
      await moment(life);
      await inner.remove(key);
      await moment(life);
    },
    read: async (key) => (life.isDead ? never : inner.read(key)),
  };
}

export async function openCrashableSite(kind: DatabaseKind): Promise<CrashableSite> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-mortal-'));
  const url = kind === 'postgresql' ? await createPostgresql('atrium_base') : undefined;
  if (kind === 'sqlite') await (await copyDatabase(kind, folder)).close();
  const begin = async () => {
    const life: Life = { isDead: false, left: Number.POSITIVE_INFINITY, died: Promise.withResolvers() };
    const database = await openTestDatabase({ url, dataDir: folder });
    const [storage, hidden] = ['uploads', 'private'].map((name) =>
      mortal(createFolderStorage(join(folder, name)), life),
    );
    const app = await testApp(kind, { database, storage: storage!, hidden: hidden! });
    return { life, database, app };
  };
  let present = await begin();
  return {
    now: () => present.app,
    crashDuring: async (moment, act) => {
      const { life, database, app } = present;
      life.left = moment;
      await Promise.race([act(), life.died.promise]);
      life.isDead = true;
      await database.close();
      // Does not wait until the app is closed, because `act` may never end.
      void app.close().catch(() => {});
      present = await begin();
      const leases = present.database.fork().getKysely<{ used_keys: { key: string } }>();
      await leases.deleteFrom('used_keys').where('key', 'like', 'lease:%').execute();
    },
    close: async () => {
      await present.app.close();
      await present.database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
