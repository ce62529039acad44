import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { disconnectSlowClients } from '../../src/http/server/http-server.ts';

const withinMs = 600;
const least = 100;
const pieces = 5;

let app: FastifyInstance;
/** The server's side of the connection, as soon as a request has begun. */
let near: Promise<Socket>;
beforeEach(async () => {
  // The server looks at what has come at this interval. Only the test lets it look.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = fastify();
  disconnectSlowClients(app, { bytes: least, withinMs });
  near = new Promise((resolve) => app.addHook('onRequest', async ({ raw }) => resolve(raw.socket)));
  app.post('/', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Sends a text in pieces, and lets the server look after each. Returns what arrived until the connection ended. */
async function send(bytesAtOnce: number): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const answer = text(socket).catch(() => '');
  const length = pieces * bytesAtOnce;
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`,
  );
  const server = await near;
  for (let left = pieces; left > 0 && !server.destroyed; left -= 1) {
    const before = server.bytesRead;
    socket.write('x'.repeat(bytesAtOnce));
    await expect.poll(() => server.bytesRead).toBe(before + bytesAtOnce);
    vi.advanceTimersByTime(withinMs);
  }
  await closed;
  return answer;
}

test('LD1 a body that hardly comes ends its connection', async () => {
  expect(await send(least - 1)).toBe('');
});

test('LD1 a slow body that takes longer than one check interval arrives', async () => {
  expect(await send(least)).toMatch(new RegExp(`^HTTP/1.1 200 .*x{${pieces * least}}$`, 's'));
});
