import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { admin, type RunningServer, removeData, startServer } from '../../support/running-server.ts';
import { openBlockableStore } from '../../support/blockable-store.ts';
import { checkAfterKill, startKillableServer, storeSettings } from '../../support/kill-during-request.ts';

test('UP8: what was acknowledged is there after the process was killed in the middle of many creations', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-acknowledged-'));
  const server = await startServer({ LOG_LEVEL: 'error' }, dataDir);
  const token = await signIn(server);
  const acknowledged: string[] = [];
  let killed: Promise<unknown> | undefined;
  const create = async (path: string, body: object, name: string) => {
    const answer = await send(server, path, body, token);
    if (answer.status === 201) acknowledged.push(name);
    if (acknowledged.length === killAfter) killed ??= server.end('SIGKILL');
    await answer.body?.cancel();
  };
  const names = Array.from({ length: killAfter * 3 }, (_, at) => `Engineer ${at}`);
  await Promise.allSettled([
    ...names.slice(0, 3).map((name) => create('/api/contact', { ...message, name }, name)),
    ...names.slice(3).map((title) => create('/api/admin/jobs', { ...job, title }, title)),
  ]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);
  expect(await killed).toBe('SIGKILL');

  const restarted = await startServer({ LOG_LEVEL: 'error' }, dataDir);
  const headers = { authorization: `Bearer ${await signIn(restarted)}` };
  const read = async (path: string) => (await fetch(`${restarted.url}${path}`, { headers })).json();
  const { jobs } = await read('/api/admin/jobs?per_page=100');
  const { messages } = await read('/api/admin/messages?per_page=100');
  const stored = [
    ...jobs.map(({ title }: { title: string }) => title),
    ...messages.map(({ name }: { name: string }) => name),
  ];
  expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([]);
  await restarted.end('SIGTERM');
  await removeData(restarted);
});

const killAfter = 8;
const message = { email: 'ada@example.com', subject: 'S', message: 'How much is one?' };
const job = {
  description: 'Builds',
  type: 'Full-time',
  location: 'London',
  department: 'IT',
  requirements: ['Patience'],
  responsibilities: ['Build'],
  is_active: true,
};

function send({ url }: RunningServer, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function signIn(server: RunningServer): Promise<string> {
  return (await (await send(server, '/api/admin/login', admin)).json()).token;
}

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
