import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBlockableStore } from '../support/blockable-store.ts';
import {
  killAtStore,
  checkAfterKill,
  startKillableServer,
  storeSettings,
} from '../support/kill-during-request.ts';

// `tests/assure/killed.test.ts` kills at every step.
test('UP8: a server that is killed in a delete leaves rows and files agreeing', () =>
  killAtStore({ act: 'delete', method: 'DELETE', when: 'after', isDone: true }));

test('UP12: a full store is reported as 503, and everything works again afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-refused-'));
  const store = await openBlockableStore(folder);
  const dataDir = join(folder, 'data');
  const { server, acts, member } = await startKillableServer(storeSettings(store, store.endpoint), dataDir);
  for (const status of [507, 500, 503]) {
    store.refuse(status);
    expect(await acts.create(), String(status)).toMatchObject({
      message: 'The service is busy or a part of it is away. Please try again in a moment.',
    });
    expect((await fetch(`${server.url}/${member.image}`)).status).toBe(503);
  }
  store.refuse(undefined);
  expect((await fetch(`${server.url}/${member.image}`)).status).toBe(200);
  expect(await acts.create()).toMatchObject({ success: true });
  await server.end('SIGTERM');
  expect(await checkAfterKill(storeSettings(store, store.direct), dataDir)).toHaveLength(2);
  await store.close();
  await rm(folder, { recursive: true });
});
