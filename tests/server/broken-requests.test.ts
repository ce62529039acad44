import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandApiDocument } from '../support/api-document.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

let site: TestApp;
let port: number;
beforeAll(async () => {
  site = await testApp('sqlite', { publicUrl: 'https://www.example.com' });
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = site.app.server.address() as AddressInfo);
});
afterAll(() => site.close());

/** Sends raw bytes and returns everything that arrives until the server closes the connection. */
function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test.each([
  [
    'an address that is too long',
    `GET /api/jobs?type=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    431,
  ],
  [
    'headers that are too long',
    `GET /api/jobs HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['what is no request', 'what is this\r\n\r\n', 400],
  ['a header with a NUL', 'GET /api/jobs HTTP/1.1\r\nHost: a\r\nX-A: \0\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
  ],
])(
  '%s is answered in the one shape of errors, and the connection is said to close',
  async (_what, bytes, status) => {
    const [head = '', body = ''] = (await sendRaw(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/\r\nconnection: close/i);
    expect(head).toMatch(/\r\nx-content-type-options: nosniff/i);
    expect(head).toMatch(/\r\nstrict-transport-security: max-age=31536000\r\n/i);
    const message =
      status === 431 ? 'The address or the headers are too long.' : 'The request cannot be understood.';
    expect(JSON.parse(body)).toEqual({ message, request_id: expect.any(String) });
  },
);

test('every operation documents the refusal of long addresses and the time to retry, and of foreign pages unless they may read it', async () => {
  const body = expandApiDocument((await site.rest('anonymous').get('/api/openapi.json')).body);
  const operations = Object.values(
    body.paths as Record<string, Record<string, { responses: object; security?: unknown[] }>>,
  ).flatMap((item) => Object.entries(item));
  for (const [method, { responses, security }] of operations) {
    const headers = { 'Retry-After': expect.anything() };
    const isPublicRead = method === 'get' && security?.length === 0;
    expect(responses).toMatchObject({ 421: {}, 431: {}, 429: { headers }, 503: { headers } });
    expect(403 in responses).toBe(!isPublicRead);
  }
  const foreign = {
    method: 'GET',
    url: '/api/admin/jobs',
    headers: { origin: 'https://evil.example' },
  } as const;
  expect((await site.app.inject(foreign)).statusCode).toBe(403);
});
