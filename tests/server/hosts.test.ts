import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { useSite } from '../support/use-site.ts';

const site = useSite({
  parts: {
    publicUrl: 'https://www.example.com',
    allowedHosts: ['atrium', 'staff.example.com'],
  },
  fill: async (site) => {
    await site.app.listen({ host: '127.0.0.1', port: 0 });
  },
});

const ask = async (host: string, url = '/api/test') =>
  site.app.inject({ url, headers: { host }, remoteAddress: '127.0.0.1' });

test.each([
  ...['www.example.com', 'www.example.com:443', 'WWW.Example.com.', 'atrium:3000', 'staff.example.com'],
  ...[
    'localhost',
    'localhost:3000',
    'a.localhost',
    '127.0.0.1:3000',
    '127.8.8.8',
    '[::1]:3000',
    '203.0.113.7',
  ],
])('a request for %s is answered', async (host) => {
  expect((await ask(host)).statusCode).toBe(200);
  expect((await ask(host, '/metrics')).statusCode).toBe(200);
});

test.each([
  ...[
    'evil.example',
    'www.example.com.evil.example',
    'evil.localhost.example',
    'example.com',
    '127.0.0.1.nip.io',
  ],
  ...[' ', '[::1', 'localhost@evil.example', 'evil.example:80:80', 'a/b'],
])('a request for "%s" is a 421 in the shape of all errors', async (host) => {
  for (const url of [
    '/api/test',
    '/',
    '/metrics',
    '/trpc/blog.published?input=%7B%7D',
    '/uploads/a.png',
    '/no-such-page',
  ]) {
    const { statusCode, headers, body } = await ask(host, url);
    expect([url, statusCode]).toEqual([url, 421]);
    const said = JSON.parse(body);
    expect(said.error?.data ?? said).toMatchObject({
      message: expect.stringContaining('does not answer for that host name'),
      request_id: expect.any(String),
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  }
});

test('health checks are served under any host name', async () => {
  expect((await ask('evil.example', '/healthz')).statusCode).toBe(200);
  expect((await ask('evil.example', '/readyz?x=1')).statusCode).toBe(200);
});

test('two Host lines are a 400, even of the same name', async () => {
  const { port } = site.app.server.address() as AddressInfo;
  for (const [one, other] of [
    ['localhost', 'localhost'],
    ['localhost', 'evil.example'],
    ['evil.example', 'localhost'],
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/test HTTP/1.1\r\nHost: ${one}\r\nhost: ${other}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"message":"The request names more than one host."');
  }
});

test('the host in an absolute address counts, whatever the Host line says', async () => {
  const { port } = site.app.server.address() as AddressInfo;
  const cases: [target: string, host: string, status: number][] = [
    ['http://evil.example/api/test', 'localhost', 421],
    ['http://localhost@evil.example:80/api/test', 'localhost', 421],
    ['http://localhost/api/test', 'evil.example', 421],
    ['http://WWW.example.com/api/test', 'www.example.com', 200],
    ['http://[::1]:3000/api/test', 'localhost', 200],
    ['http://evil.example/healthz', 'localhost', 200],
  ];
  // Twice, because the second answer would come from a cache.
  for (const [target, host, status] of [...cases, ...cases]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket), `${target} ${host}`).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  }
});
