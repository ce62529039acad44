// On both databases: locks for work that only one of several instances does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withGlobalLock } from '../../src/locks/name-lock.ts';
import { runOncePerPeriod } from '../../src/locks/used-keys.ts';
import { queueMail } from '../../src/modules/outbox/queue.ts';
import { sendDueMails } from '../../src/modules/outbox/delivery.ts';
import type { PrivateFiles } from '../../src/pictures/files/storage.ts';
import type { PictureStore } from '../../src/pictures/processing/picture-store.ts';
import { copyDatabase, createPostgresql, databaseKinds, openTestDatabase } from '../support/database.ts';
import { fakeMailer } from '../support/mail-server.ts';

describe.each(databaseKinds)('timed work on %s', (kind) => {
  async function open() {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-timed-'));
    const database = await copyDatabase(kind, dataDir);
    const close = async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    return { database, close };
  }

  test('each mail is sent once, however many instances try to send it', async () => {
    const { database, close } = await open();
    const now = new Date();
    const em = database.fork();
    for (let i = 0; i < 10; i += 1) {
      queueMail({ em, now }, { address: 'office@example.com', subject: `Mail ${i}`, text: 'T' });
    }
    await em.flush();
    const sent: string[] = [];
    const mailer = fakeMailer(({ subject }) => {
      sent.push(subject);
      return '250 OK';
    });
    const nobody = {
      privateFiles: {} as PrivateFiles,
      pictures: {} as PictureStore,
      publicUrl: '',
      warn: () => {},
    };
    await Promise.all(
      Array.from({ length: 4 }, () =>
        sendDueMails({ em: database.fork(), clock: () => now, mailer, ...nobody }),
      ),
    );
    expect(sent.sort()).toEqual(Array.from({ length: 10 }, (_, i) => `Mail ${i}`));
    await close();
  });

  test('is done by one in each stretch of time', async () => {
    const { database, close } = await open();
    const start = Date.now();
    let runs = 0;
    const at = (ms: number) =>
      runOncePerPeriod(database, { name: 'work', everyMs: 1000, now: new Date(start + ms) }, async () => {
        runs += 1;
      });
    await Promise.all([at(0), at(0), at(0)]);
    await at(999);
    expect(runs).toBe(1);
    await Promise.all([at(1000), at(1001)]);
    expect(runs).toBe(2);
    await close();
  });
});

test('work of one name is done by one instance after the other', async () => {
  const url = await createPostgresql('atrium_base');
  const instances = await Promise.all([1, 2, 3].map(() => openTestDatabase({ url })));
  let busy = 0;
  const most: number[] = [];
  await Promise.all(
    instances.map((database) =>
      withGlobalLock(database, 'work', async () => {
        busy += 1;
        await database.ping();
        most.push(busy);
        busy -= 1;
      }),
    ),
  );
  expect(most).toEqual([1, 1, 1]);
  await expect(
    withGlobalLock(instances[0]!, 'work', () => Promise.reject(new Error('failed'))),
  ).rejects.toThrow('failed');
  expect(await withGlobalLock(instances[1]!, 'work', async () => 'free again')).toBe('free again');
  await Promise.all(instances.map((database) => database.close()));
});
