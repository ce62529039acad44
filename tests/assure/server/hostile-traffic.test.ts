import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildGet,
  uncachedRequests,
  measureServerLoad,
  sendTraffic,
  sendTrafficUnread,
  buildPost,
  probeEnvironment,
  type Traffic,
  buildRequest,
} from '../../support/hostile-traffic.ts';
import { signInToApis, type RunningServer, removeData, startServer } from '../../support/running-server.ts';

/** Processor time of the main thread, on which the load of the machine has little influence. */
const most = { pieceMs: 100, megabytes: 150 };

let server: RunningServer;
let authorization: string;
beforeAll(async () => {
  server = await startServer({ ...probeEnvironment, LOG_LEVEL: 'warn' });
  const { api, headers } = await signInToApis(server);
  authorization = headers.authorization;
  const row = { title: 'A post', excerpt: 'Short', content: '<p>Text</p>', category: 'Technology' };
  await api('POST', '/api/admin/blog-posts', { ...row, is_published: true });
  // The first requests of a kind take longer, because their code is loaded and compiled.
  for (const request of Object.values(uncachedRequests))
    for (let again = 0; again < 3; again += 1)
      await sendTraffic(server, { request, connections: 1, pipelined: 1 });
});
afterAll(async () => {
  await server.end('SIGTERM');
  await removeData(server);
});

async function expectNoDelay(name: string, traffic: Traffic): Promise<number[]> {
  await measureServerLoad(server);
  const statuses = await sendTraffic(server, traffic);
  const { longestMs } = await measureServerLoad(server);
  expect(longestMs, name).toBeLessThan(most.pieceMs);
  return statuses;
}

test('a connection that sends 900 requests at once delays nobody and gets one answer', async () => {
  for (const [name, request] of Object.entries(uncachedRequests)) {
    const statuses = await expectNoDelay(name, { request, connections: 1, pipelined: 900 });
    expect(statuses, name).toHaveLength(1);
  }
});

test('fifty connections that send 18 requests each delay nobody and get an answer each', async () => {
  for (const [name, request] of Object.entries(uncachedRequests)) {
    const statuses = await expectNoDelay(name, { request, connections: 50, pipelined: 18 });
    expect(statuses, name).toHaveLength(50);
  }
});

test('clients that never read hold no memory', async () => {
  const before = await measureServerLoad(server);
  const sockets = await sendTrafficUnread(server, {
    request: buildGet('/api/openapi.json'),
    connections: 100,
    pipelined: 20,
  });
  // Its turn comes after theirs.
  await sendTraffic(server, { request: buildGet('/nothing{n}'), connections: 1, pipelined: 1 });
  const { longestMs, megabytes } = await measureServerLoad(server);
  for (const socket of sockets) socket.destroy();
  expect(longestMs).toBeLessThan(most.pieceMs);
  expect(megabytes - before.megabytes).toBeLessThan(most.megabytes);
});

test('JSON with many members or levels is refused before it delays anybody', async () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`;
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const bodies: [path: string, body: string][] = [
    ['/api/admin/blog-posts', members(500_000)],
    ['/api/admin/blog-posts', deep],
    ['/trpc/previews.blog.show', `{"values":${members(75_000)}}`],
    ['/trpc/previews.blog.show', `{"values":{"content":${deep}}}`],
    ['/trpc/workingCopies.blog.save', `{"values":${members(75_000)}}`],
    ['/trpc/workingCopies.blog.save', `{"values":{"content":${deep}}}`],
  ];
  for (const [path, body] of bodies) {
    const request = buildPost(path, body, { authorization });
    const name = `${path} ${body.slice(0, 40)}`;
    expect(await expectNoDelay(name, { request, connections: 1, pipelined: 1 }), name).toEqual([400]);
  }
});

test('four long texts of the settings delay nobody, neither when they are saved nor when they are shown', async () => {
  // Among the shapes that take longest.
  const text = '<h2>a</h2>'.repeat(3990);
  const documents = ['imprint', 'privacy', 'terms', 'cookies'];
  const value = Object.fromEntries(documents.map((name) => [name, { text, is_shown: true }]));
  const path = '/api/admin/settings/legal';
  const request = buildRequest('PUT', path, JSON.stringify({ value }), { authorization });
  // The first request of the kind compiles its code.
  await sendTraffic(server, { request, connections: 1, pipelined: 1 });
  expect(await expectNoDelay('saved', { request, connections: 1, pipelined: 1 })).toEqual([200]);
  for (const name of documents) {
    const shown = buildGet(`/${name}?{n}`);
    expect(await expectNoDelay(name, { request: shown, connections: 1, pipelined: 1 })).toEqual([200]);
  }
});
