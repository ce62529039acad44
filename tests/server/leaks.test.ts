import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, apiKinds } from '../support/api-calls.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const inside =
  /\bat \S+ \(|node_modules|\/src\/|\.ts:\d|select |insert |sqlite|postgres|mikro|kysely|fastify|trpc error|ECONN|zod/i;

describe.each(databaseKinds)('what a response reveals of a failure on %s', (kind) => {
  const site = useSite({ on: kind });

  test.each(apiKinds)(
    'LK1 a broken table is a 500 with a message and a request id, through %s',
    async (face) => {
      const broken = await testApp(kind);
      await broken.database.fork().getConnection().execute('drop table jobs');
      const { status, body } = await callProcedure(broken, face, 'anonymous', 'jobs.open');
      expect(status).toBe(500);
      expect(body).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
      expect(JSON.stringify(body)).not.toMatch(inside);
      await broken.close();
    },
  );

  test('LK1 a file that turns out to be unreadable is an error like any other, and is not cached', async () => {
    const broken = await testApp(kind);
    await broken.database.fork().getConnection().execute('drop table messages');
    const { status, body, headers } = await broken.rest('admin').get('/api/admin/messages.csv');
    expect(status).toBe(500);
    expect(body).toEqual({ message: expect.any(String), request_id: expect.any(String) });
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/json/),
      'cache-control': 'no-store',
    });
    expect(headers['content-disposition']).toBeUndefined();
    await broken.close();
  });

  test('LK1 bad JSON, unknown rows and unknown procedures reveal no internals', async () => {
    const rest = site.rest('admin');
    const headers = { 'content-type': 'application/json' };
    const answers = [
      await site.app.inject({ method: 'POST', url: '/api/contact', headers, payload: '{"a": ' }),
      await site.app.inject({ method: 'POST', url: '/trpc/visitors.contact', headers, payload: '{"a": ' }),
      await site.app.inject('/trpc/no.such.procedure'),
      await site.app.inject('/trpc/blog.one?input=%7B%22id%22%3A'),
      await site.app.inject('/api/blog-posts/99999'),
    ].map(({ body }) => body);
    answers.push(JSON.stringify((await rest.get('/api/admin/users/99999')).body));
    for (const body of answers) {
      expect(body).not.toMatch(inside);
      expect(body).toContain('message');
    }
  });
});

describe('what is served', () => {
  const site = useSite({
    parts: {
      renderPage: async () => ({ status: 404, head: '', html: '', data: null }),
    },
  });

  test.each([
    ...['/.env', '/.git/config', '/package.json', '/data/atrium.sqlite', '/uploads/', '/uploads', '/assets/'],
    ...[
      '/assets/entry.js.map',
      '/.vite/entry-admin.json',
      '/src/main.ts',
      '/backup.tar.gz',
      '/uploads/.keep',
    ],
    ...[
      '/assets/..%2f.vite%2fentry-admin.json',
      '/uploads/%2e%2e/atrium.sqlite',
      '/uploads/..%5catrium.sqlite',
    ],
  ])('LK2 %s is a 404 that tells of no file', async (url) => {
    const { statusCode, body } = await site.app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/sqlite|isEntry|"file"|Index of/);
  });

  test('LK2 the test call returns its fixed text', async () => {
    const { body } = await site.rest('anonymous').get('/api/test');
    expect(Object.keys(body)).toEqual(['message']);
    expect(body.message).not.toMatch(/\d+\.\d+/);
  });
});

test('LK3 the log holds no secret and no message, one event a line', async () => {
  const lines: string[] = [];
  const logger = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } };
  const site = await testApp('sqlite', { logger });
  const token = await site.openSession('admin');
  const secret = 'correct horse 42 battery';
  const headers = { authorization: `Bearer ${token}`, cookie: `atrium_session=${token}` };
  await site.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email: 'admin@example.com', password: secret },
  });
  await site.app.inject({ url: '/api/admin/user', headers });
  await site.app.inject({ url: `/api/admin/user?token=${token}`, headers });
  await site.app.inject({ url: `/admin/reset-password?token=${token}` });
  await site.app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { name: 'Ada\r\n{"level":60}', email: 'ada@example.com', subject: 'Hi', message: secret },
  });
  await site.app.inject({ url: '/api/blog-posts/1%0d%0a{"level":60,"msg":"forged"}', headers });
  await site.close();
  const log = lines.join('');
  expect(log).not.toContain(secret);
  expect(log).not.toContain(token);
  for (const line of log.trim().split('\n')) expect(JSON.parse(line).level).toBeLessThan(60);
});
