import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Webhook, WebhookDelivery } from '../../src/log/webhook.entity.ts';
import { type LookupAll, postGuarded } from '../../src/modules/webhooks/guarded-post.ts';
import { stoppedClock, minute } from '../support/clock.ts';
import { useSite } from '../support/use-site.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const clock = stoppedClock();
const site = useSite({ clock });
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.arrivals.length = 0;
});

const privateNetwork = 'The address belongs to a private network';
const needsHttps = 'The address must begin with https://';
const wrongPort = 'The port must be 443 or 8443';

test('an address that is private in any spelling is refused in words', async () => {
  const cases: [url: string, problem: string][] = [
    ['https://127.0.0.1/', privateNetwork],
    ['https://127.1/', privateNetwork],
    ['https://0x7f.1/', privateNetwork],
    ['https://2130706433/', privateNetwork],
    ['https://017700000001/', privateNetwork],
    ['https://0/', privateNetwork],
    ['https://127.0.0.1./', privateNetwork],
    ['https://１２７.0.0.1/', privateNetwork],
    ['https://10.1.2.3/', privateNetwork],
    ['https://172.16.0.1/', privateNetwork],
    ['https://192.168.1.1/', privateNetwork],
    ['https://100.64.0.1/', privateNetwork],
    ['https://169.254.169.254/latest/meta-data', privateNetwork],
    ['https://224.0.0.1/', privateNetwork],
    ['https://255.255.255.255/', privateNetwork],
    ['https://[::1]/', privateNetwork],
    ['https://[::]/', privateNetwork],
    ['https://[::ffff:127.0.0.1]/', privateNetwork],
    ['https://[::ffff:a00:1]/', privateNetwork],
    ['https://[64:ff9b::7f00:1]/', privateNetwork],
    ['https://[2002:7f00:1::]/', privateNetwork],
    ['https://[fe80::1]/', privateNetwork],
    ['https://[fd00::1]/', privateNetwork],
    ['https://localhost/', privateNetwork],
    ['https://panel.localhost./', privateNetwork],
    ['http://example.com/', needsHttps],
    ['ftp://example.com/', needsHttps],
    ['example.com', needsHttps],
    ['https://example.com:22/', wrongPort],
    ['https://user:secret@example.com/', 'The address must have no user name or password'],
    ['https://example.com/#part', 'The address must have no part after #'],
  ];
  for (const [url, problem] of cases) {
    const { status, body } = await site
      .rest('admin')
      .post('/api/admin/webhooks', { name: 'Inside', url, events: ['site.changed'] });
    expect([url, status, body.errors?.url]).toEqual([url, 422, [problem]]);
  }
  const { status } = await site
    .rest('admin')
    .post('/api/admin/webhooks', { name: 'Outside', url: 'https://example.com/', events: ['site.changed'] });
  expect(status).toBe(201);
});

const answering =
  (...answers: string[][]): LookupAll =>
  (_host, _options, done) => {
    const addresses = answers.shift() ?? [];
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

test('a name is judged by the addresses that it has when it is dialled', async () => {
  const post = (lookupAll?: LookupAll) =>
    postGuarded('https://hooks.example/', {}, '{}', {
      privateHosts: [],
      signal: AbortSignal.timeout(20_000),
      lookupAll,
    });
  const refused = 'The name leads to a private network';
  await expect(post(answering(['127.0.0.1']))).rejects.toThrow(refused);
  await expect(post(answering(['::ffff:10.0.0.1']))).rejects.toThrow(refused);
  await expect(post(answering(['1.1.1.1', '192.168.0.7'])), 'one of several').rejects.toThrow(refused);
  // The first answer is public, and the second, which nobody asks for, is not.
  let count = 0;
  const changing: LookupAll = (host, options, done) => {
    count += 1;
    answering(count === 1 ? ['192.0.2.1'] : ['127.0.0.1'])(host, options, done);
  };
  await expect(post(changing), 'documentation').rejects.toThrow(refused);
  await expect(post(changing), 'a name that changes').rejects.toThrow(refused);
  expect(count).toBe(2);
});

test('a webhook whose host is no longer permitted is not called', async () => {
  const em = site.database.fork();
  const { body } = await site
    .rest('admin')
    .post('/api/admin/webhooks', { name: 'Later', url: 'https://example.com/', events: ['site.changed'] });
  // As if the address had been permitted when it was stored.
  await em.nativeUpdate(Webhook, { id: body.webhook.id }, { url: receiver.url() });
  const { delivery } = (await site.rest('admin').post(`/api/admin/webhooks/${body.webhook.id}/test`)).body;
  expect(delivery).toMatchObject({ state: 'failed', status: null, error: needsHttps });
  expect(receiver.arrivals).toEqual([]);
});

test('webhooks are for admins, their changes for those who have just proved who they are, and never for tokens', async () => {
  const input = { name: 'Build', url: 'https://example.com/', events: ['site.changed'] };
  const { body: made } = await site.rest('admin').post('/api/admin/webhooks', input);
  const { id } = made.webhook;
  const { body } = await site
    .rest('admin')
    .post('/api/admin/tokens', { name: 'All', scopes: ['settings:write', 'users:write', 'csv:read'] });
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, token: string) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(method !== 'GET' && { payload: input }),
    });
  const readings = ['/api/admin/webhooks', `/api/admin/webhooks/${id}/deliveries`].map(
    (url) => ['GET', url] as const,
  );
  const acts = [
    ['POST', '/api/admin/webhooks'],
    ['PATCH', `/api/admin/webhooks/${id}`],
    ['GET', `/api/admin/webhooks/${id}/secret`],
    ['POST', `/api/admin/webhooks/${id}/secret`],
    ['POST', `/api/admin/webhooks/${id}/test`],
    ['POST', '/api/admin/webhooks/deliveries/1/repeat'],
    ['DELETE', `/api/admin/webhooks/${id}`],
  ] as const;
  const others = await Promise.all(
    (['hr', 'content_moderator'] as const).map((role) => site.openSession(role)),
  );
  const old = await site.openSession('admin');
  clock.forward(11 * minute);
  for (const [method, url] of [...readings, ...acts]) {
    const refused = (await call(method, url, body.secret)).json();
    expect([method, url, refused.code]).toEqual([method, url, 'token_not_permitted']);
    for (const other of others)
      expect((await call(method, url, other)).statusCode, `${method} ${url}`).toBe(403);
  }
  for (const [method, url] of readings) expect((await call(method, url, old)).statusCode, url).toBe(200);
  for (const [method, url] of acts)
    expect((await call(method, url, old)).json().code, `${method} ${url}`).toBe('step_up_required');
  expect(await site.database.fork().count(Webhook, {})).toBe(1);
  expect(await site.database.fork().count(WebhookDelivery, {})).toBe(0);
});

test('the security log says who has made, changed, read and deleted a webhook', async () => {
  const admin = site.rest('admin');
  const input = { name: 'Build', url: 'https://example.com/hook', events: ['site.changed'] };
  const { id } = (await admin.post('/api/admin/webhooks', input)).body.webhook;
  await admin.patch(`/api/admin/webhooks/${id}`, { name: 'Build', events: ['blog.created'] });
  await admin.patch(`/api/admin/webhooks/${id}`, { name: 'Build' });
  await admin.get(`/api/admin/webhooks/${id}/secret`);
  await admin.post(`/api/admin/webhooks/${id}/secret`);
  await admin.delete(`/api/admin/webhooks/${id}`);
  const { events } = (await admin.get('/api/admin/security-events')).body;
  const own = events.filter(({ type }: { type: string }) => type.startsWith('webhook_'));
  expect(own.map(({ type }: { type: string }) => type)).toEqual([
    'webhook_deleted',
    'webhook_secret_replaced',
    'webhook_secret_shown',
    'webhook_changed',
    'webhook_made',
  ]);
  expect(JSON.stringify(events)).not.toContain('whsec_');
});
