import { expect, test } from 'vitest';
import { listRestOperations } from '../../src/http/api/rest-operations.ts';
import { appRouter } from '../../src/router.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { useSite } from '../support/use-site.ts';

const known = 'https://www.example.org';
const stranger = 'https://elsewhere.example';
const site = useSite({ parts: { apiOrigins: [known], passwords: cheapPasswords() } });

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

test('a visit that another site starts counts as one without the cookie, and signs nobody out', async () => {
  const [email, password] = ['chief@example.com', 'a walk by the river'];
  await createUser(site.database.fork(), { email, role: 'admin', password_hash: `cheap:${password}` });
  const browser = openSimulatedBrowser(site.app);
  await browser.signIn(email, password);
  const visit = async (url: string, from: string) => {
    const { status, headers } = await browser.send('GET', url, undefined, { 'sec-fetch-site': from });
    expect(headers['set-cookie'], url).toBeUndefined();
    return status;
  };
  const reads = listRestOperations(appRouter).flatMap(({ meta: { openapi } }) =>
    openapi?.method === 'GET' ? [`/api${openapi.path.replaceAll(/\{\w+\}/g, '1')}`] : [],
  );
  expect(reads.length).toBeGreaterThan(80);
  for (const url of [...reads, '/trpc/users.list', '/trpc/account.sessions', '/%61pi/admin/export']) {
    const { statusCode } = await call('GET', url, {});
    expect(await visit(url, 'cross-site'), url).toBe(statusCode);
  }
  for (const from of ['none', 'same-origin', 'same-site'])
    expect(await visit('/api/admin/user', from), from).toBe(200);
  for (const page of ['/', '/admin', '/admin/sso/callback?code=1&state=2', '/admin/reset-password'])
    expect(await visit(page, 'cross-site'), page).toBe(await visit(page, 'none'));
  const bearer = { authorization: `Bearer ${await site.openSession('admin')}` };
  const sent = await call('GET', '/api/admin/user', { ...bearer, 'sec-fetch-site': 'cross-site' });
  expect(sent.statusCode).toBe(200);
});
