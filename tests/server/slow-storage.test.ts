import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { copyDatabase, databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { createJob } from '../support/factories.ts';
import { day } from '../support/clock.ts';
import { picture, storePicture } from '../support/pictures.ts';
import { sweepOnce } from '../support/sweeps.ts';
import { exportToFolder, importFromFolder, deleteAllContent } from '../support/site-transfer.ts';
import { type BlockableStorage, createBlockableStorage } from '../support/blockable-storage.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };

test('/readyz says that the server is not ready while the storage or the database does not answer', async () => {
  const away = { storage: false, database: false };
  const folder = await mkdtemp(join(tmpdir(), 'atrium-ready-'));
  const database = await copyDatabase('sqlite', folder);
  const failWhen = (isAway: () => boolean, ping: () => Promise<void>) => async () => {
    if (isAway()) throw new Error('away');
    await ping();
  };
  const storage = createFolderStorage(join(folder, 'uploads'));
  const app = await testApp('sqlite', {
    database: { ...database, ping: failWhen(() => away.database, database.ping) },
    storage: { ...storage, ping: failWhen(() => away.storage, storage.ping) },
  });
  await mkdir(join(folder, 'uploads'));
  const ask = async (url: string) => {
    const { statusCode, body } = await app.app.inject(url);
    return [statusCode, JSON.parse(body).status];
  };
  expect(await ask('/readyz')).toEqual([200, 'ready']);
  for (const part of ['storage', 'database'] as const) {
    away[part] = true;
    expect([part, await ask('/readyz')]).toEqual([part, [503, 'not ready']]);
    expect(await ask('/healthz')).toEqual([200, 'alive']);
    away[part] = false;
    expect([part, await ask('/readyz')]).toEqual([part, [200, 'ready']]);
  }
  // A folder that was removed, such as a disk that is no longer mounted.
  await rm(join(folder, 'uploads'), { recursive: true });
  await writeFile(join(folder, 'uploads'), '');
  expect(await ask('/readyz')).toEqual([503, 'not ready']);
  await app.close();
  await database.close();
  await rm(folder, { recursive: true });
});

describe.each(databaseKinds)('while the storage is slow, other writes succeed on %s', (kind) => {
  let app: TestApp;
  let folder: string;
  let uploads: BlockableStorage;
  let hidden: BlockableStorage;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-slow-'));
    uploads = createBlockableStorage(createFolderStorage(join(folder, 'uploads')));
    hidden = createBlockableStorage(createFolderStorage(join(folder, 'private')));
    app = await testApp(kind, { storage: uploads.storage, hidden: hidden.storage });
  });
  afterEach(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const act = (name: string, input: Record<string, unknown>) =>
    callProcedure(app, 'rest', 'admin', name, input);
  const create = async () => {
    const featured_image = await picture({ width: 400, height: 300 });
    const { body } = await act('blog.create', { ...post, featured_image });
    await app.makeSizes();
    return body.post as { id: number; featured_image: string };
  };
  /** Runs an operation until it waits for the storage, writes something else, and lets the operation finish. */
  const beside = async <T>(slow: BlockableStorage, run: () => Promise<T>): Promise<T> => {
    const { reached, letGo } = slow.hold();
    const running = run();
    await reached;
    await createJob(app.database.fork());
    letGo();
    return running;
  };

  test('a replaced picture', async () => {
    const { id } = await create();
    const featured_image = await picture({ width: 50, height: 50 });
    const { status } = await beside(uploads, () => act('blog.update', { ...post, id, featured_image }));
    expect(status).toBe(200);
  });

  test('the sweep of a picture that nothing needs', async () => {
    const { path } = await storePicture(app.work().pictures);
    await sweepOnce(app.work());
    const { removed } = await beside(uploads, () => sweepOnce(app.work(), day));
    expect(removed).toBe(1);
    expect(await app.storedPictures()).not.toContain(path);
  });

  test('an import', async () => {
    await create();
    const site = {
      app,
      uploads: uploads.storage,
      privateFiles: hidden.storage,
      quarantine: join(folder, 'quarantine'),
    };
    await exportToFolder(site, join(folder, 'export'));
    await deleteAllContent(site);
    const outcomes = await beside(uploads, () => importFromFolder(site, join(folder, 'export')));
    expect(outcomes.map(({ outcome }) => outcome)).not.toContain('skipped');
  });
});
