import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { copyStorageFiles, createFolderStorage, type Storage } from '../../src/pictures/files/storage.ts';
import { createS3Storage } from '../../src/pictures/files/s3-storage.ts';
import { openS3Store } from '../../src/services.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import {
  largestPage,
  type OpenedStorage,
  openPagedS3,
  openS3,
  openStorage,
  s3Credentials,
  storageKinds,
} from '../support/storages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-local-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function keep(storage: Storage, key: string, words: string): Promise<string> {
  const local = join(folder, key);
  await writeFile(local, words);
  await storage.put(key, local);
  return local;
}
async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.toSorted();
}

describe.each(storageKinds)('the %s', (kind) => {
  let opened: OpenedStorage;
  let storage: Storage;
  beforeAll(async () => {
    opened = await openStorage(kind);
    storage = opened.storage;
  });
  afterAll(() => opened.close());

  test('confirms that it can be written', () => storage.ping());

  test('stores a file, returns it whole and in parts, lists it and removes it', async () => {
    const local = await keep(storage, 'a.png', '0123456789');
    await expect(stat(local)).rejects.toThrow();
    const file = await storage.read('a.png');
    expect(file?.bytes).toBe(10);
    expect(await text(file!.open())).toBe('0123456789');
    expect(await text(file!.open({ start: 2, end: 4 }))).toBe('234');
    expect(await keysIn(storage)).toEqual(['a.png']);
    for await (const { bytes, changedAt } of storage.list()) {
      expect({ bytes, isNow: Math.abs(Date.now() - changedAt.getTime()) < 60_000 }).toEqual({
        bytes: 10,
        isNow: true,
      });
    }
    await storage.remove('a.png');
    expect(await storage.read('a.png')).toBeUndefined();
    await storage.remove('a.png');
  });

  test('has no file under an unknown key', async () => {
    expect(await storage.read('nothing.png')).toBeUndefined();
  });
});

/** In the short form the pages of the store are small. */
const pageSize = chooseByForm(largestPage, 10);
test.each(storageKinds)('the %s lists the files of several pages, each once, by name', async (kind) => {
  const count = 2.5 * pageSize;
  const { storage, close } = await openStorage(kind, (at) => openPagedS3(at, pageSize));
  const keys = Array.from(
    { length: count },
    (_, at) => `${String((at * 7919) % count).padStart(4, '0')}-a.png`,
  );
  for (let at = 0; at < keys.length; at += 50) {
    await Promise.all(keys.slice(at, at + 50).map((key) => keep(storage, key, key)));
  }
  const listed: string[] = [];
  for await (const { key } of storage.list()) listed.push(key);
  expect(listed).toEqual(keys.toSorted());
  await close();
});

test.each([
  ['folder', 'S3 store'],
  ['S3 store', 'folder'],
] as const)('files are copied from the %s to the %s, once each, and compared', async (one, other) => {
  const [from, to] = [await openStorage(one), await openStorage(other)];
  for (const key of ['a.png', 'b.png', 'c.png']) await keep(from.storage, key, `of ${key}`);
  // The result of an interrupted copy: one complete file and one with wrong content.
  await keep(to.storage, 'a.png', 'of a.png');
  await keep(to.storage, 'b.png', 'half');
  const seen: number[] = [];
  const counts = await copyStorageFiles(from.storage, to.storage, folder, (done) => seen.push(done));
  expect(counts).toEqual({ copied: 2, skipped: 1 });
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(await keysIn(from.storage)).toEqual(['a.png', 'b.png', 'c.png']);
  expect(String(await buffer((await to.storage.read('b.png'))!.open()))).toBe('of b.png');
  await Promise.all([from.close(), to.close()]);
});

test('half a store in the settings stops the start with one line', () => {
  expect(() => readSettings({ S3_BUCKET: 'atrium' })).toThrow(/^bad setting: S3_ACCESS_KEY_ID: [^\n]+$/);
  expect(() => readSettings({ S3_ENDPOINT: 'http://127.0.0.1:9' })).toThrow(
    /^bad setting: S3_BUCKET: [^\n]+$/,
  );
});

test('an unavailable store is reported, without a long wait', async () => {
  const settings = readSettings({
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'atrium',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  });
  const store = await openS3Store(settings, 'uploads');
  await expect(store?.ping()).rejects.toThrow(
    /^the S3 store failed \(S3_BUCKET atrium at http:\/\/127\.0\.0\.1:9\): .*ECONNREFUSED/,
  );
});

test('a bucket that does not exist is named in every error', async () => {
  const { endpoint, close } = await openS3(folder);
  const options = { ...s3Credentials, endpoint, bucket: 'elsewhere', region: 'us-east-1' };
  const storage = createS3Storage({ ...options, prefix: 'uploads/' });
  const named = /^the S3 store failed \(S3_BUCKET elsewhere at http:[^)]+\): NoSuchBucket/;
  await expect(keysIn(storage)).rejects.toThrow(named);
  await expect(keep(storage, 'a.png', 'a')).rejects.toThrow(named);
  await close();
});

test.skipIf(isShortForm)('a folder of more names than are held at a time is listed by name', async () => {
  const many = await mkdtemp(join(tmpdir(), 'atrium-many-'));
  const keys = Array.from(
    { length: 21_500 },
    (_, at) => `${String((at * 7919) % 21_500).padStart(5, '0')}.png`,
  );
  for (let at = 0; at < keys.length; at += 500) {
    await Promise.all(keys.slice(at, at + 500).map((key) => writeFile(join(many, key), '')));
  }
  const listed: string[] = [];
  for await (const { key } of createFolderStorage(many).list()) listed.push(key);
  expect(listed).toEqual(keys.toSorted());
  await rm(many, { recursive: true });
});
