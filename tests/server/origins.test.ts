import { expect, test } from 'vitest';
import { useSite } from '../support/use-site.ts';

const known = 'https://www.example.org';
const stranger = 'https://elsewhere.example';
const site = useSite({ parts: { apiOrigins: [known] } });

const call = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: Record<string, string>) =>
  site.app.inject({ method, url, headers });

test('pages of any site read what is public, without credentials', async () => {
  for (const origin of [stranger, known]) {
    for (const url of ['/api/blog-posts', '/api/jobs', '/api/blog-posts/4711']) {
      const { statusCode, headers } = await call('GET', url, { origin });
      expect([statusCode, headers['access-control-allow-origin']], `${origin} ${url}`).toEqual([
        url.endsWith('4711') ? 404 : 200,
        '*',
      ]);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  }
  const preflight = { origin: stranger, 'access-control-request-method': 'GET' };
  expect((await call('OPTIONS', '/api/jobs', preflight)).headers['access-control-allow-origin']).toBe('*');
});

test('only pages of a named site make other calls, and never by the cookie', async () => {
  const bearer = { authorization: `Bearer ${await site.openSession('admin')}` };
  const cases: [what: string, method: 'GET' | 'POST', url: string, headers: object, status: number][] = [
    ['a bearer', 'GET', '/api/admin/jobs', { origin: known, ...bearer }, 200],
    ['a bearer', 'GET', '/api/admin/jobs', { origin: stranger, ...bearer }, 403],
    ['no bearer', 'GET', '/api/admin/jobs', { origin: known }, 401],
    ['a cookie', 'GET', '/api/admin/jobs', { origin: known, cookie: 'a=b' }, 403],
    ['a change', 'POST', '/api/admin/logout', { origin: stranger, ...bearer }, 403],
    ['tRPC', 'GET', '/trpc/jobs.list', { origin: known, ...bearer }, 403],
  ];
  for (const [what, method, url, headers, status] of cases) {
    const answer = await call(method, url, headers as Record<string, string>);
    expect(answer.statusCode, `${what}: ${method} ${url} ${JSON.stringify(headers)}`).toBe(status);
  }
  const answer = await call('GET', '/api/admin/jobs', { origin: known, ...bearer });
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': known, vary: 'Origin' });

  const asked = { 'access-control-request-method': 'PATCH' };
  const preflight = await call('OPTIONS', '/api/admin/jobs/7', { origin: known, ...asked });
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': known,
    'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, DELETE',
    'access-control-allow-headers': expect.stringContaining('Authorization'),
  });
  const refused = await call('OPTIONS', '/api/admin/jobs/7', { origin: stranger, ...asked });
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
});
