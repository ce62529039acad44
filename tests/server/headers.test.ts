import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const site = 'https://atrium.example.com';
let testSite: TestApp;
beforeAll(async () => {
  testSite = await testApp('sqlite', { publicUrl: site });
});
afterAll(() => testSite.close());

const answers: [string, string, 'GET' | 'POST'][] = [
  ['a public page', '/', 'GET'],
  ['a page that is not there', '/no-such-page', 'GET'],
  ['the panel', '/admin/login', 'GET'],
  ['a REST list', '/api/blog-posts', 'GET'],
  ['a refusal', '/api/admin/users', 'GET'],
  ['a REST address that is not there', '/api/nothing', 'GET'],
  ['a field error', '/api/contact', 'POST'],
  ['a tRPC answer', '/trpc/blog.published?input=%7B%7D', 'GET'],
  ['a tRPC refusal', '/trpc/users.list?input=%7B%7D', 'GET'],
  ['a picture that is not there', '/uploads/none.png', 'GET'],
  ['an asset that is not there', '/assets/none.js', 'GET'],
  ['the health of the process', '/healthz', 'GET'],
  ['the document of the API', '/api/openapi.json', 'GET'],
];

describe('every type of response', () => {
  test.each(answers)('HD1 %s has policy, HSTS, nosniff and no server banner', async (_name, url, method) => {
    const { headers } = await testSite.app.inject({ method, url, headers: { accept: '*/*' } });
    const policy = String(headers['content-security-policy']);
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(policy.includes('nonce-')).toBe(url.startsWith('/admin'));
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/strict-origin|no-referrer/),
      'cross-origin-opener-policy': expect.stringMatching(/^same-origin/),
      'cross-origin-resource-policy': expect.any(String),
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.any(String),
    });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('HD1 without https there is no HSTS header', async () => {
    const plain = await testApp();
    const { headers } = await plain.app.inject('/healthz');
    expect(headers).not.toHaveProperty('strict-transport-security');
    await plain.close();
  });

  test('HD1 HSTS covers subdomains where the setting says so', async () => {
    const wide = await testApp('sqlite', { publicUrl: site, hstsSubdomains: true });
    const { headers } = await wide.app.inject('/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await wide.close();
  });

  test.each(['https://evil.example', 'null', `${site}.evil.example`, 'http://atrium.example.com'])(
    'HD2 a page of the origin %s may read nothing and change nothing',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await testSite.app.inject({
          method,
          url: '/api/admin/user',
          headers: { origin, 'access-control-request-method': 'POST' },
        });
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
      const { statusCode } = await testSite.app.inject({
        method: 'POST',
        url: '/api/admin/login',
        headers: { origin },
        payload: { email: 'a@example.com', password: 'x' },
      });
      expect(statusCode).toBe(403);
    },
  );

  test.each([
    '/api/admin/user',
    '/api/admin/users',
    '/trpc/users.list?input=%7B%7D',
    '/admin/login',
    '/admin/dashboard',
  ])('HD3 %s is stored nowhere', async (url) => {
    const authorization = `Bearer ${await testSite.openSession('admin')}`;
    const { headers } = await testSite.app.inject({ url, headers: { authorization } });
    expect(headers['cache-control']).toContain('no-store');
  });

  test.each(['/', '/blog', '/api/blog-posts', '/api/team'])(
    'HD3 %s is the same for everybody, without a cookie, signed in or not',
    async (url) => {
      const stranger = await testSite.app.inject({ url });
      const cookie = `__Host-atrium_session=${await testSite.openSession('admin')}`;
      const known = await testSite.app.inject({ url, headers: { cookie } });
      expect(stranger.headers).not.toHaveProperty('set-cookie');
      expect(known.headers).not.toHaveProperty('set-cookie');
      expect(known.body).toBe(stranger.body);
    },
  );
});

test('the panel loads pictures of this site and of the hosts of stored projects', async () => {
  const em = testSite.database.fork();
  const images = [
    'https://pictures.example/a.png',
    'https://pictures.example/b.png',
    'http://old.example:81/a.png',
  ];
  for (const image of images) await createProject(em, { image: image as never });
  const { headers } = await testSite.app.inject('/admin/inbox');
  const policy = String(headers['content-security-policy']);
  const [, sources = ''] = /img-src ([^;]*);/.exec(policy) ?? [];
  expect(sources.split(' ').toSorted()).toEqual(
    ["'self'", 'blob:', 'data:', 'http://old.example:81', 'https://pictures.example'].toSorted(),
  );
});
