import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSlowClients } from '../../src/http/server/slow-clients.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  endSlowClients(app, { bytes: 100, withinMs: 600 });
  app.post('/', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends a text of 5,000 bytes in pieces, one every 20 ms. Returns what arrived until the connection ended. */
async function send(bytesAtOnce: number): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
  socket.on('error', () => {});
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 5000\r\n\r\n',
  );
  let left = 5000;
  const timer = setInterval(() => {
    socket.write('x'.repeat(Math.min(left, bytesAtOnce)));
    left -= Math.min(left, bytesAtOnce);
  }, 20);
  await new Promise((closed) => socket.once('close', closed));
  clearInterval(timer);
  return answer;
}

test('LD1 a body that hardly comes ends its connection', async () => {
  expect(await send(1)).toBe('');
});

test('LD1 a slow body that takes longer than one check interval arrives', async () => {
  expect(await send(130)).toMatch(/^HTTP\/1.1 200 .*x{5000}$/s);
});
