import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandApiDocument } from '../support/api-document.ts';
import { removeData, startServer } from '../support/running-server.ts';
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

test('an address that Fastify refuses to route is answered in the one shape of errors, with the headers of every answer', async () => {
  // The parser of Node refuses such a length earlier, unless it was raised.
  const { statusCode, headers, body } = await site.app.inject({ url: `/api/blogs/${'x'.repeat(17_000)}` });
  expect(statusCode).toBe(404);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': 'max-age=31536000',
  });
  expect(JSON.parse(body)).toEqual({
    message: 'There is nothing at this address.',
    request_id: expect.any(String),
  });
});

test.each([
  [
    'a method that no route takes',
    'QUERY / HTTP/1.1\r\nHost: localhost\r\n',
    404,
    'There is nothing at this address.',
  ],
  ['a request without a host', 'GET /api/jobs HTTP/1.1\r\n', 400, 'The request names no host.'],
  [
    'an expectation that nobody knows',
    'GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n',
    404,
    'There is nothing at this address.',
  ],
  [
    'a call that is no name',
    'GET /trpc/%25FC HTTP/1.1\r\nHost: localhost\r\n',
    404,
    'There is nothing at this address.',
  ],
])(
  '%s is answered by the server itself, with the headers of every answer',
  async (_what, request, status, message) => {
    const answer = await sendRaw(`${request}Connection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const header of [
      'x-content-type-options: nosniff',
      'content-security-policy: ',
      'strict-transport-security: ',
    ])
      expect(answer.toLowerCase()).toContain(header);
    expect(answer).toContain(JSON.stringify(message).slice(1, -1));
    expect(answer).toContain('"request_id":"');
  },
);

// Against the built server, because a bundler may drop a call whose result is not used.
test('an address that is no UTF-8 gets the page of a missing address, and below the API the error that is documented', async () => {
  const server = await startServer({ PUBLIC_URL: 'https://www.example.com' });
  try {
    for (const path of [
      '/gr%FC%DFe',
      '/%',
      '/%2',
      '/blog/%E0%A4%A',
      '/%FF%FE',
      '//x/%FC',
      '/uploads/%FC.jpg',
      '/assets/%FC.js',
    ]) {
      const page = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('x-content-type-options')).toBe('nosniff');
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(await page.text()).toContain('</html>');
    }
    for (const path of ['/api/%', '/api/blogs/%FC', '/api/admin/%E0%A4%A', '/trpc/%FC', '/trpc/%']) {
      const answer = await fetch(`${server.url}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const body = await answer.json();
      const error = path.startsWith('/trpc') ? body.error.data : body;
      expect([path, error]).toEqual([
        path,
        expect.objectContaining({ message: expect.any(String), request_id: expect.any(String) }),
      ]);
    }
  } finally {
    await server.end('SIGTERM');
    await removeData(server);
  }
});

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
