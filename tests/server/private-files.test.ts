import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPrivateFiles, type PrivateFiles, type Storage } from '../../src/pictures/files/storage.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { findPrivateOrphans } from '../../src/modules/library/file-sweep.ts';
import { Upload } from '../../src/shared/uploads.ts';
import { day } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { openStorage, storageKinds } from '../support/storages.ts';
import { inAMinute, sweepPrivateOnce } from '../support/sweeps.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { requiredFields, pdf, postVisitorForm, renderPostedForm } from '../support/visitor-forms.ts';

const aMinuteAgo = () => new Date(Date.now() - 60_000);
const cases = databaseKinds.flatMap((kind) => storageKinds.map((storage) => ({ kind, storage })));

describe.each(cases)('private files on $kind with the $storage', ({ kind, storage }) => {
  let site: TestApp;
  let privateFiles: PrivateFiles;
  let storageOfAll: Storage;
  let close: () => Promise<void>;
  /** Whether the storage refuses to remove files, as an unavailable one does. */
  let isStuck = false;
  beforeEach(async () => {
    const opened = await openStorage(storage);
    isStuck = false;
    storageOfAll = opened.storage;
    privateFiles = createPrivateFiles({
      ...opened.storage,
      remove: async (key) => {
        if (isStuck) throw new Error('the storage is away');
        await opened.storage.remove(key);
      },
    });
    site = await testApp(kind, { privateFiles, renderPage: renderPostedForm });
    close = async () => {
      await site.close();
      await opened.close();
    };
  });
  afterEach(() => close());

  const work = () => ({ ...site.work(), privateFiles });
  const orphansNow = async () => {
    const found: string[] = [];
    for await (const page of findPrivateOrphans(work(), inAMinute())) found.push(...page);
    return found;
  };
  const send = () => postVisitorForm(site, 'rest', 'internship', { ...requiredFields.internship, cv: pdf() });
  const keys = async () => {
    const all: string[] = [];
    for await (const { key } of privateFiles.list()) all.push(key);
    return all;
  };
  /** Leaves what a crash between storing the file and its row leaves. */
  async function leaveOrphan(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-left-'));
    const path = join(folder, 'cv');
    await writeFile(path, '%PDF-1.7\nleft');
    const key = await privateFiles.keep(new Upload({ path, bytes: 13, name: 'cv.pdf' }));
    await rm(folder, { recursive: true });
    return key;
  }

  test('UP8: a CV whose message was never stored is found and removed, and no other', async () => {
    expect((await send()).status).toBe(201);
    const orphan = await leaveOrphan();
    for (const later of [0, day]) {
      expect(await sweepPrivateOnce(work(), later, aMinuteAgo()), 'a young one').toEqual([]);
    }
    expect(await orphansNow()).toEqual([`private/${orphan}`]);
    const started = work();
    expect(await sweepPrivateOnce(started), 'the first sweep').toEqual([]);
    expect(await sweepPrivateOnce(started, day - 1), 'one within a day').toEqual([]);
    expect(await sweepPrivateOnce(started, day)).toEqual([`private/${orphan}`]);
    const [message] = await site.database.fork().find(Message, {});
    expect(await keys()).toEqual([message?.attachment_key]);
    expect(await orphansNow()).toEqual([]);
  });

  test('a trashed picture in the same storage is not one of these files, and is left alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-away-'));
    const key = `${'a'.repeat(32)}-00000000.png`;
    await writeFile(join(folder, key), 'a picture');
    await storageOfAll.put(key, join(folder, key));
    await rm(folder, { recursive: true });
    for (const later of [0, day]) expect(await sweepPrivateOnce(work(), later)).toEqual([]);
    expect(await storageOfAll.read(key)).toBeDefined();
  });

  test('UP8: a CV that could not be removed with its message goes with a later sweep', async () => {
    await send();
    const { messages } = await site.as('hr').inbox.list.query({});
    isStuck = true;
    expect((await site.rest('hr').delete(`/api/admin/messages/${messages[0]?.id}`)).status).toBe(200);
    await site.settled();
    expect(await keys()).toHaveLength(1);
    isStuck = false;
    for (const later of [0, day]) await sweepPrivateOnce(work(), later);
    expect(await keys()).toEqual([]);
  });

  test('UP8: a message that cannot be stored leaves no CV', async () => {
    const em = site.database.fork();
    await em.getConnection().execute('alter table messages rename to messages_away');
    expect((await send()).status).toBeGreaterThanOrEqual(500);
    await em.getConnection().execute('alter table messages_away rename to messages');
    await site.settled();
    expect(await keys()).toEqual([]);
    expect((await site.files()).quarantine).toEqual([]);
    expect((await send()).status).toBe(201);
  });
});
