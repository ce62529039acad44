import { isIP, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { clientAddress } from '../../src/http/server/hosts.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { requiredFields } from '../support/visitor-forms.ts';

const proxy = '10.0.0.9';

/** The servers, by what they trust. */
const sites = new Map<string, Promise<TestApp>>();
afterAll(async () => {
  for (const site of sites.values()) await (await site).close();
});

/** Returns the client address that the server logs for a sign-in. */
async function addressOf(trustProxy: false | number | string[], forwarded: string, peer: string = proxy) {
  const trusted = JSON.stringify(trustProxy);
  const opening = sites.get(trusted) ?? testApp('sqlite', { trustProxy });
  sites.set(trusted, opening);
  const site = await opening;
  await site.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    remoteAddress: peer,
    headers: { 'x-forwarded-for': forwarded },
    payload: { email: 'a@example.com', password: 'x' },
  });
  await site.settled();
  const { body } = await site.rest('admin').get('/api/admin/security-events?type=sign_in_refused');
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

test.each([
  ['the address of the connection', ['10.0.0.9'], '203.0.113.7', '203.0.113.7', '10.0.0.9'],
  ['another address than the listed one', ['10.0.0.9'], '203.0.113.7', '10.0.0.10', '10.0.0.10'],
  ['an IPv4 address within IPv6', ['10.0.0.9'], '203.0.113.7', '203.0.113.7', '::ffff:10.0.0.9'],
  ['a range', ['10.0.0.0/24'], '203.0.113.7', '203.0.113.7', '10.0.0.10'],
  ['a range by its mask', ['10.0.0.0/255.255.255.0'], '203.0.113.7', '203.0.113.7', '10.0.0.10'],
  ['an address beyond a range', ['10.0.0.0/24'], '203.0.113.7', '10.0.1.9', '10.0.1.9'],
  ['a named range', ['loopback', 'uniquelocal'], '203.0.113.7, 127.0.0.5', '203.0.113.7', 'fd00::1'],
  [
    'proxies that write ports',
    ['10.0.0.0/8', 'fd00::/8'],
    '198.51.100.1, 203.0.113.7:1, [fd00::2]:2, 10.0.0.8:3',
    '203.0.113.7',
    proxy,
  ],
])('RL1 only listed proxies are trusted: %s', async (_what, trusted, forwarded, client, peer) => {
  expect(await addressOf(trusted, forwarded, peer)).toBe(client);
});

test.each(
  [
    ['203.0.113.7:50001', '203.0.113.7'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:50001', '2001:db8::1'],
    ['"[2001:db8::1]:50001"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:50001', '203.0.113.7'],
    ...[
      'unknown',
      '_hidden',
      '',
      ' ',
      '203.0.113.7:',
      '203.0.113.7:x',
      '203.0.113',
      '[2001:db8::1',
      'for=203.0.113.7',
    ],
    ...[
      '203.0.113.7:1:2',
      'http://203.0.113.7',
      '2130706433',
      '0x7f.1',
      '[203.0.113.7]x',
      'user@203.0.113.7',
      'é',
    ],
  ].map((text) => (typeof text === 'string' ? [text, proxy] : text)),
)(
  'RL1 “%s” of a trusted proxy is the address %s: without a port, and the proxy itself if it is no address',
  async (forwarded, client) => {
    expect(clientAddress({ ip: forwarded, ips: [proxy, forwarded], socket: peerOf(proxy) })).toBe(client);
    expect(clientAddress({ ip: forwarded, ips: [`::ffff:${proxy}`, forwarded], socket: peerOf(proxy) })).toBe(
      client,
    );
  },
);

test('RL1 a connection that has ended still has an address', () => {
  expect(
    clientAddress({ ip: undefined as never, ips: [undefined as never], socket: peerOf(undefined) }),
  ).toBe('0.0.0.0');
});

/** The part of a connection that has the address of its peer. */
const peerOf = (remoteAddress: string | undefined) => ({ remoteAddress }) as Socket;

test.each([
  ['IPv4 with ports', (i: number) => `203.0.113.7:${50_000 + i}`],
  ['IPv6 with ports', (i: number) => `[2001:db8::${i + 1}]:${50_000 + i}`],
  ['words that are no addresses', (i: number) => `_hidden${i}`],
])(
  'RL1 behind a proxy that writes %s, forms and sign-ins have the limits of one address, and the log has the address alone',
  async (_what, forwardedOf) => {
    const lines: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
    const site = await testApp('sqlite', { trustProxy: 1, passwords: cheapPasswords(), logger });
    const send = async (url: string, payload: object, i: number) => {
      const headers = { 'x-forwarded-for': forwardedOf(i) };
      return (await site.app.inject({ method: 'POST', url, payload, headers, remoteAddress: proxy }))
        .statusCode;
    };
    const sent: number[] = [];
    const tries: number[] = [];
    for (let i = 0; i < 7; i += 1)
      sent.push(await send('/api/contact', { ...requiredFields.contact, message: `Message ${i}` }, i));
    for (let i = 0; i < 22; i += 1)
      tries.push(await send('/api/admin/login', { email: `nobody${i}@example.com`, password: 'wrong' }, i));
    await site.close();
    expect(sent).toEqual([...Array(5).fill(201), 429, 429]);
    expect(tries).toEqual([...Array(20).fill(422), 429, 429]);
    const logged = lines.flatMap((line) => JSON.parse(line).req?.remoteAddress ?? []);
    expect(logged.length).toBeGreaterThan(0);
    for (const address of logged) expect(isIP(address), address).not.toBe(0);
  },
);
