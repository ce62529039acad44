import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from '../../src/http/server/http-server.ts';

let server: Server;
afterEach(() => server.close());

async function open(listener: RequestListener): Promise<Socket> {
  server = createHttpServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;

test('a request that follows before the answer ends the connection, and is not passed on', async () => {
  const begun: string[] = [];
  const socket = await open(({ url = '' }, response) => {
    begun.push(url);
    setImmediate(() => response.end('first'));
  });
  socket.write(`${get('/first')}${get('/second')}${get('/third')}`);
  const answer = await text(socket);
  expect(begun).toEqual(['/first']);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\nconnection: close\r\n.*\r\n\r\nfirst$/s);
});

test('an answer that has begun arrives complete before the connection ends', async () => {
  const large = 'x'.repeat(4_000_000);
  const socket = await open((_request, response) => {
    response.setHeader('content-length', large.length).flushHeaders();
    setImmediate(() => response.end(large));
  });
  socket.write(`${get('/first')}${get('/second')}`);
  const answer = await text(socket);
  expect(answer.length - answer.indexOf('x'.repeat(20))).toBe(large.length);
});

test('a body is read completely although a request follows it', async () => {
  const begun: string[] = [];
  const socket = await open(async (request, response) => {
    begun.push(request.url ?? '');
    await new Promise((next) => setImmediate(next));
    response.end(await text(request));
  });
  const body = 'x'.repeat(50_000);
  const post = `POST /first HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  socket.write(`${post}${get('/second').repeat(100)}`);
  expect((await text(socket)).endsWith(body)).toBe(true);
  expect(begun).toEqual(['/first']);
});

test('a connection stays open for a request that follows the answer', async () => {
  const socket = await open(({ url }, response) => response.end(url));
  for (const path of ['/1', '/2', '/3']) {
    socket.write(get(path));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/connection: keep-alive\r\n/i);
    expect(String(answer).endsWith(path)).toBe(true);
  }
  socket.destroy();
});
