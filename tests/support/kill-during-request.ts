import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { sweepQuarantine } from '../../src/pictures/files/storage.ts';
import { findFileDisagreements } from '../../src/modules/library/file-sweep.ts';
import { openServices } from '../../src/services.ts';
import { type BlockableStore, openBlockableStore } from './blockable-store.ts';
import { buildFormData } from './callers.ts';
import { picture } from './pictures.ts';
import { admin, type RunningServer, startServer } from './running-server.ts';
import { s3Credentials } from './storages.ts';
import { inAMinute, sweepTwice } from './sweeps.ts';

const words = { name: 'A', role: 'HR Officer', description: 'D', section: 'leadership', expertise: '["E"]' };

interface Member {
  id: number;
  name: string;
  image: string | null;
}

/**
 * Starts a server with one team member who has a photo. Returns the server, the member, and the acts during
 * which a test can kill the server.
 */
export async function startKillableServer(env: Record<string, string>, dataDir: string) {
  const server = await startServer(env, dataDir);
  const login = await call(server, 'POST', '/login', JSON.stringify(admin), {
    'content-type': 'application/json',
  });
  const headers = { authorization: `Bearer ${login.token}` };
  const { member } = await call(server, 'POST', '/team', await photoForm(60), headers);
  const paths = { replace: `/team/${member.id}`, removePhoto: `/team/${member.id}/remove-photo` };
  const acts: Record<KilledRequest, () => Promise<unknown>> = {
    create: async () => call(server, 'POST', '/team', await photoForm(50), headers),
    replace: async () =>
      call(server, 'POST', paths.replace, await photoForm(40, { name: 'B', _method: 'PUT' }), headers),
    'remove-photo': () => call(server, 'POST', paths.removePhoto, undefined, headers),
    delete: () => call(server, 'DELETE', paths.replace, undefined, headers),
  };
  return { server, member: member as Member, acts };
}

export type KilledRequest = 'create' | 'replace' | 'remove-photo' | 'delete';

async function call(
  server: RunningServer,
  method: string,
  path: string,
  body: BodyInit | undefined,
  headers: Record<string, string>,
) {
  const answer = await fetch(`${server.url}/api/admin${path}`, { method, headers, body: body ?? null });
  return answer.json();
}

async function photoForm(width: number, more: Record<string, string> = {}): Promise<FormData> {
  return buildFormData({ ...words, ...more, image: await picture({ width, height: 40 }) });
}

/**
 * Opens the data of a killed server, sweeps the files, and checks that exactly the files of the stored team
 * members remain. Returns these members.
 */
export async function checkAfterKill(env: Record<string, string>, dataDir: string) {
  const settings = readSettings({ ...env, DATA_DIR: dataDir, SEED: 'none' });
  const { database, pictures, quarantine } = await openServices(settings);
  const work = { em: database.fork(), read: database.read, viewer: null, now: new Date(), pictures };
  const read = database.read.withTables<{ members: Member }>();
  const members = await read.selectFrom('members').select(['id', 'name', 'image']).orderBy('id').execute();
  // The file of every row must exist even before a sweep.
  expect((await findFileDisagreements(work, inAMinute())).rowsWithoutFile).toEqual([]);
  await sweepQuarantine(quarantine, inAMinute());
  await sweepTwice(work);
  const files: string[] = [];
  for await (const { path } of pictures.list()) files.push(path);
  expect(await findFileDisagreements(work, inAMinute())).toEqual({
    rowsWithoutFile: [],
    filesWithoutRow: [],
    unknown: [],
  });
  await database.close();
  expect(files.toSorted()).toEqual(members.flatMap(({ image }) => image ?? []).toSorted());
  return members;
}

export function storeSettings({ bucket }: BlockableStore, endpoint: string): Record<string, string> {
  const { accessKeyId, secretAccessKey } = s3Credentials;
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

/** An act during which the store blocks the `PUT` of its file. */
export interface StoreBlock {
  act: KilledRequest;
  when: 'before' | 'after';
}

/**
 * Kills a server with SQLite and an S3 store while the store blocks a request. Then checks the remaining rows
 * and files.
 */
export async function killAtStore({ act, when }: StoreBlock): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-killed-'));
  const store = await openBlockableStore(folder);
  const dataDir = join(folder, 'data');
  const scene = await startKillableServer(storeSettings(store, store.endpoint), dataDir);
  const isReached = store.hold('PUT', when);
  const broken = scene.acts[act]().catch(() => 'broken off');
  await isReached;
  await scene.server.end('SIGKILL');
  expect(await broken).toBe('broken off');
  const { id, name, image } = scene.member;
  const left = await checkAfterKill(storeSettings(store, store.direct), dataDir);
  expect(left).toMatchObject([{ id, name, image }]);
  await store.close();
  await rm(folder, { recursive: true });
}
