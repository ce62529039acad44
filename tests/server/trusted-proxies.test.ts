import { expect, test } from 'vitest';
import { testApp } from '../support/test-app.ts';

const proxy = '10.0.0.9';

/** Returns the client address that the server logs for a sign-in. */
async function addressOf(trustProxy: false | number | string[], forwarded: string, peer = proxy) {
  const site = await testApp('sqlite', { trustProxy });
  await site.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    remoteAddress: peer,
    headers: { 'x-forwarded-for': forwarded },
    payload: { email: 'a@example.com', password: 'x' },
  });
  await site.settled();
  const { body } = await site.rest('admin').get('/api/admin/security-events?type=sign_in_refused');
  await site.close();
  return body.events[0].address;
}

test('RL1 without a trusted proxy a forwarded address is not believed', async () => {
  expect(await addressOf(false, '203.0.113.7')).toBe(proxy);
});

test('RL1 with one hop, the address is what the proxy itself saw, not what the caller wrote', async () => {
  expect(await addressOf(1, '203.0.113.7')).toBe('203.0.113.7');
  expect(await addressOf(1, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
});

test('RL1 two hops go one further', async () => {
  expect(await addressOf(2, '198.51.100.1, 203.0.113.7, 10.0.0.8')).toBe('203.0.113.7');
});

test('RL1 only listed proxies are trusted', async () => {
  expect(await addressOf(['10.0.0.9'], '203.0.113.7')).toBe('203.0.113.7');
  expect(await addressOf(['10.0.0.9'], '203.0.113.7', '10.0.0.10')).toBe('10.0.0.10');
});
