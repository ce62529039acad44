import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import {
  buildGet,
  uncachedRequests,
  measureServerLoad,
  sendTraffic,
  sendTrafficUnread,
  buildPost,
  probeEnvironment,
} from '../support/hostile-traffic.ts';
import { signInToApis, type RunningServer, removeData, startServer } from '../support/running-server.ts';
import { startCommand } from '../support/start-command.ts';
import { requiredFields, pdf } from '../support/visitor-forms.ts';
import { chooseByForm } from '../support/test-form.ts';
import { percentile, addFigures } from './figures.ts';

const heapMegabytes = 384;
const command = startCommand.toSpliced(1, 0, `--max-old-space-size=${heapMegabytes}`);
const most = { pieceMs: 100, megabytes: 150, healthMs: 1000 };
const megabyte = 1024 * 1024;
const slowSeconds = chooseByForm(600, 45);

const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`;
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

/** Begins the upload of a CV that never ends: 4 MB at once, then as slowly as the server tolerates. */
function uploadSlowly({ url }: RunningServer, network: number): () => void {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const part = '--b\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.7\n';
  const head = `host: ${host}\r\nx-forwarded-for: 2001:db8:${network.toString(16)}::1\r\ncontent-type: multipart/form-data; boundary=b`;
  socket.write(`POST /api/internships HTTP/1.1\r\n${head}\r\ncontent-length: 5000000\r\n\r\n${part}`);
  socket.write(Buffer.alloc(4 * megabyte, '.'));
  const timer = setInterval(() => socket.write('.'.repeat(2200)), 1000);
  socket.once('close', () => clearInterval(timer));
  return () => socket.destroy();
}

test('a server with a small heap and an unread log survives all kinds of floods in a row', async (context) => {
  const env = { ...probeEnvironment, TRUST_PROXY: '1', LOG_LEVEL: 'info' };
  const server = await startServer(env, undefined, command);
  const { api, headers } = await signInToApis(server);
  const row = { title: 'A post', excerpt: 'Short', content: '<p>Text</p>', category: 'Technology' };
  await api('POST', '/api/admin/blog-posts', { ...row, is_published: true });
  for (const request of Object.values(uncachedRequests))
    for (let again = 0; again < 3; again += 1)
      await sendTraffic(server, { request, connections: 1, pipelined: 1 });
  // From here on, nobody reads the log.
  server.process.stdout!.pause();
  const before = await measureServerLoad(server);
  const health: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const started = performance.now();
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      health.push(performance.now() - started);
      await wait(50);
    }
  })();

  // 1. Requests in one packet, and many connections at once.
  let requests = 0;
  const pieces: [name: string, ms: number][] = [];
  const flood = async (name: string, request: string, connections: number, pipelined: number) => {
    const statuses = await sendTraffic(server, { request, connections, pipelined });
    requests += connections * pipelined;
    expect(statuses, name).not.toContain(500);
    pieces.push([name, (await measureServerLoad(server)).longestMs]);
  };
  for (const [name, request] of Object.entries(uncachedRequests)) {
    await flood(name, request, 1, 900);
    await flood(name, request, 50, 18);
    await flood(name, request, 200, 1);
  }
  await flood('tiny requests', buildGet('/'), 1, 2000);

  // 2. Bodies that are costly to parse.
  for (const path of ['/api/admin/blog-posts', '/trpc/previews.blog.show', '/trpc/workingCopies.blog.save'])
    for (const body of [members(500_000), members(75_000), `{"values":{"content":${deep}}}`])
      await flood(`${path} ${body.slice(0, 20)}`, buildPost(path, body, headers), 1, 1);

  // 3. Readers that never read.
  for (const path of ['/api/openapi.json', '/api/blog-posts?search=q{n}']) {
    const sockets = await sendTrafficUnread(server, {
      request: buildGet(path),
      connections: 150,
      pipelined: 5,
    });
    await flood(`after unread ${path}`, buildGet('/nothing{n}'), 1, 1);
    for (const socket of sockets) socket.destroy();
  }

  // 4. Fifty slow uploads from 13 networks, while people apply.
  let uploads = Array.from({ length: 50 }, (_, n) => uploadSlowly(server, n % 13));
  const applied: number[] = [];
  for (let second = 0; second < slowSeconds; second += 10) {
    const answer = await fetch(`${server.url}/api/internships`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `203.0.113.${second / 10}` },
      body: buildFormData({ ...requiredFields.internship, cv: pdf('cv.pdf', 4 * megabyte) }),
    });
    applied.push(answer.status);
    await answer.arrayBuffer();
    await wait(10_000);
    // Those that were ended begin again.
    uploads = [...uploads, ...Array.from({ length: 10 }, (_, n) => uploadSlowly(server, n))];
  }
  for (const end of uploads) end();

  const after = await measureServerLoad(server);
  isOver = true;
  await watching;
  const exited = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  const [code] = await exited;
  server.process.stdout!.resume();
  const longest = pieces.toSorted(([, one], [, other]) => other - one)[0]!;
  addFigures(context, {
    requests: requests + health.length,
    notes: [
      `longest piece ${longest[1].toFixed(0)} ms (${longest[0]})`,
      `p99 of /healthz ${percentile(health, 0.99).toFixed(0)} ms`,
      `memory ${before.megabytes.toFixed(0)} → ${after.megabytes.toFixed(0)} MB`,
      `${applied.length} applications during slow uploads`,
    ],
  });
  await removeData(server);
  expect(code).toBe(0);
  expect(longest[1], longest[0]).toBeLessThan(most.pieceMs);
  expect(after.megabytes - before.megabytes).toBeLessThan(most.megabytes);
  expect(percentile(health, 0.99)).toBeLessThan(most.healthMs);
  expect(applied).toEqual(applied.map(() => 201));
});
