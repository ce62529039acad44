import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handleErrors } from '../../src/http/server/errors.ts';
import { limitRequestsPerTurn } from '../../src/http/server/overload.ts';

let app: FastifyInstance;
let begun: string[];
let whenBegun: Record<string, () => void>;
beforeEach(async () => {
  begun = [];
  whenBegun = {};
  app = fastify();
  handleErrors(app);
  limitRequestsPerTurn(app);
  const begin = (name: string) => {
    begun.push(name);
    whenBegun[name]?.();
    return 'done';
  };
  app.get('/healthz', () => begin('healthz'));
  app.get('/quick/:name', ({ params }) => begin((params as { name: string }).name));
  app.get('/slow/:name', ({ params }) => {
    // Uses up the rest of a turn.
    const until = performance.now() + 11;
    while (performance.now() < until);
    return begin((params as { name: string }).name);
  });
  await app.ready();
});
afterEach(() => app.close());

const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });

test('networks take turns, and a supervisor never waits', async () => {
  await Promise.all([
    ask('/slow/a1', '2001:db8:1:1::1'),
    ask('/slow/a2', '2001:db8:1:1::2'),
    ask('/slow/a3', '2001:db8:1:1::3'),
    ask('/slow/b1', '2001:db8:1:2::1'),
    ask('/slow/b2', '2001:db8:1:2::2'),
    ask('/slow/c1', '203.0.113.1'),
    ask('/healthz', '2001:db8:1:1::1'),
  ]);
  expect(begun).toEqual(['a1', 'healthz', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('a network with 200 waiting requests gets a refusal in words, and others wait', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ask(`/quick/a${n}`, '203.0.113.1'));
  const answers = await Promise.all([
    ask('/slow/first', '203.0.113.1'),
    ...many,
    ask('/quick/other', '203.0.113.2'),
  ]);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused).toHaveLength(50);
  expect(refused[0]!.headers['retry-after']).toBe('2');
  expect(refused[0]!.json().message).toBe('The service is busy. Please try again in a moment.');
  expect(answers.at(-1)!.statusCode).toBe(200);
});

test('a request whose client has gone is not begun', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const names = ['1', '2', '3', '4', 'gone', '5'];
  const sockets: Socket[] = [];
  for (const _ of names) {
    const accepted = once(app.server, 'connection');
    sockets.push(connect(port, '127.0.0.1').resume());
    await accepted;
  }
  whenBegun['2'] = () => sockets[4]!.resetAndDestroy();
  // Written in one turn, so that all of them wait for the first one.
  for (const [at, socket] of sockets.entries())
    socket.write(`GET /slow/${names[at]} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
  expect(begun).toEqual(['1', '2', '3', '4', '5']);
});
