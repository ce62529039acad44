import { expect, test } from 'vitest';
import { createPanelProvider } from '../support/sso-site.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const issuer = 'https://sso.example.com/realms/staff';
const scriptUrl = 'https://buttons.example.net/v1/button.js';
const site = useSite({
  parts: {
    sso: createPanelProvider({ issuer }, { scriptUrl, scriptGlobal: 'Door' }),
  },
});

const open = async (url: string, app = site.app) => {
  const { headers, body } = await app.inject(url);
  return {
    policy: String(headers['content-security-policy']),
    opener: headers['cross-origin-opener-policy'],
    body,
  };
};

test.each([
  '/admin/login',
  '/admin/login/',
  '/admin/login?fromLogout=true',
  '/admin/Login',
  '/admin/%6Cogin',
])('%s lets the button of the provider in, and its popup answer', async (url) => {
  const { policy, opener, body } = await open(url);
  for (const directive of ['script-src', 'connect-src', 'frame-src']) {
    expect(policy).toMatch(
      new RegExp(`${directive} [^;]*https://buttons.example.net https://sso.example.com(;|$)`),
    );
  }
  expect(opener).toBe('same-origin-allow-popups');
  expect(body).toContain(`<meta name="sso" content="{&quot;client_id&quot;:&quot;`);
});

test.each([
  '/',
  '/admin',
  '/admin/dashboard',
  '/admin/login-other',
  '/admin/sso/callback',
  '/blog',
  '/admin/forgot-password',
])('%s knows nothing of the provider', async (url) => {
  const { policy, opener, body } = await open(url);
  expect(policy + body).not.toMatch(/example\.(com|net)/);
  expect(opener).toBe('same-origin');
});

test('HD4 without a provider script no other origin is allowed, and without a provider there is no sign-on area', async () => {
  const ours = await testApp('sqlite', { sso: createPanelProvider({ issuer }) });
  const page = await open('/admin/login', ours.app);
  expect(page.policy).not.toContain('example');
  expect(page.body).toContain('meta name="sso"');
  expect(page.body).not.toContain('the secret');
  const without = await testApp();
  expect((await open('/admin/login', without.app)).body).not.toContain('"sso"');
  await Promise.all([ours.close(), without.close()]);
});
