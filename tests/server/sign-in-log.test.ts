import { beforeEach, expect, test } from 'vitest';
import { RecoveryCode } from '../../src/modules/auth/factor.entity.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import type { User } from '../../src/modules/users/user.ts';
import { hashSecret } from '../../src/security/random-secrets.ts';
import { type SimulatedBrowser, openSimulatedBrowser } from '../support/simulated-browser.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { useSite } from '../support/use-site.ts';
import { totpCodeOf } from '../support/totp.ts';

const password = 'a walk by the river';
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

const site = useSite({ parts: { passwords: cheapPasswords() } });

let used = 0;
let user: User;
let browser: SimulatedBrowser;
beforeEach(async () => {
  used += 1;
  const facts = { email: `iris${used}@example.com`, name: 'Iris', password_hash: `cheap:${password}` };
  user = await createUser(site.database.fork(), facts);
  browser = openSimulatedBrowser(site.app, { address: `10.9.0.${used}` });
  await site.settled();
  await site.database.fork().nativeDelete(SecurityEvent, {});
});

async function logged() {
  await site.settled();
  const events = await site.database.fork().find(SecurityEvent, {}, { orderBy: { id: 'asc' } });
  return events.map(({ type, email, details }) => [type, email, details.by]);
}

const own = async (path: string, input: object = {}) => {
  const headers = { authorization: `Bearer ${await site.openSessionOf(user)}` };
  return browser.send('POST', `/trpc/${path}`, JSON.stringify(input), headers);
};

async function enrol(): Promise<void> {
  const { setup, secret } = (await own('account.beginTotp')).body.result.data;
  const one_time_code = totpCodeOf(secret, new Date());
  expect((await own('account.addTotp', { setup, one_time_code })).status).toBe(200);
  await site.database.fork().nativeDelete(SecurityEvent, {});
}

test('AD7 a sign-in by password says so', async () => {
  expect((await browser.signIn(user.email, password)).status).toBe(200);
  expect(await logged()).toEqual([['sign_in', user.email, 'password']]);
});

test('AD7 a passkey, a link and a challenge that are refused are logged once a minute', async () => {
  for (let i = 0; i < 3; i += 1) {
    const passkey = await browser.send('POST', '/trpc/auth.passkeyFinish', { passkey: unknownPasskey });
    const link = await browser.send('POST', '/api/admin/reset-password', { token: 'x', password });
    const second = { challenge: 'a.b.c', one_time_code: '123456' };
    const challenge = await browser.send('POST', '/api/admin/login/second-factor', second);
    expect([passkey.status, link.status, challenge.status]).toEqual([422, 422, 422]);
  }
  expect((await logged()).toSorted()).toEqual([
    ['sign_in_refused', null, 'challenge'],
    ['sign_in_refused', null, 'link'],
    ['sign_in_refused', null, 'passkey'],
  ]);
});

test('AD7 so are links and passkeys beyond the limit', async () => {
  for (let i = 0; i < 21; i += 1) {
    await browser.send('POST', '/trpc/auth.passkeyFinish', { passkey: unknownPasskey });
    await browser.send('POST', '/api/admin/reset-password', { token: 'x', password });
  }
  expect(await logged()).toEqual(
    expect.arrayContaining([
      ['sign_in_limited', null, 'link'],
      ['sign_in_limited', null, 'passkey'],
    ]),
  );
});

test('AD7 an address beyond its limit is logged once for all unknown accounts it names, and once for each account', async () => {
  for (let i = 0; i < 30; i += 1) await browser.signIn(`nobody${i}@example.com`, 'not mine');
  for (let i = 0; i < 3; i += 1) await browser.signIn(user.email, 'not mine');
  const limited = (await logged()).filter(([type]) => type === 'sign_in_limited');
  expect(limited).toHaveLength(2);
  expect(limited.map(([, email]) => email)).toEqual(
    expect.arrayContaining([user.email, expect.stringMatching(/^nobody2\d@/)]),
  );
});

test('AD7 a wrong second factor is logged with its owner, whichever kind it is', async () => {
  await enrol();
  for (const proof of [{ one_time_code: '000000' }, { passkey: unknownPasskey }]) {
    const { challenge } = (await browser.signIn(user.email, password)).body;
    const second = { challenge, ...proof };
    expect((await browser.send('POST', '/api/admin/login/second-factor', second)).status).toBe(422);
  }
  expect(await logged()).toEqual([
    ['second_factor_refused', user.email, undefined],
    ['second_factor_refused', user.email, undefined],
  ]);
});

test('AD7 a wrong current password is logged, at a change of the password and at a confirmation', async () => {
  await own('account.changePassword', { current_password: 'not mine', password: 'three small boats' });
  await own('auth.stepUp', { password: 'not mine' });
  expect(await logged()).toEqual([
    ['confirmation_refused', user.email, undefined],
    ['confirmation_refused', user.email, undefined],
  ]);
});

test('a shorter recovery code of an earlier version signs in', async () => {
  await enrol();
  const code_hash = hashSecret('abcdefgh234567ij');
  await site.database.fork().insert(RecoveryCode, { user: user.id, code_hash, used_at: null });
  const signIn = () => browser.signIn(user.email, password, { one_time_code: 'abcd-efgh-2345-67ij' });
  expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(422);
});
