// On both databases: counters that several instances raise at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallestNetworkOf, networksOfAddress } from '../../src/limits/address-networks.ts';
import { Counter, createRateLimiter, rateLimitFor } from '../../src/limits/rate-limiter.ts';
import { Unavailable } from '../../src/shared/errors.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { minute, second, stoppedClock } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { chooseByForm } from '../support/test-form.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { postVisitorForm, requiredFields } from '../support/visitor-forms.ts';

const password = 'a walk by the river';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('the address %s counts as %s', (address, group) => {
  expect(smallestNetworkOf(address)).toBe(group);
});

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2a3b:3:4:5:6', ['2001:db8:1:2a3b::/64', '2001:db8:1:2a00::/56', '2001:db8:1:0::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0:0::/48']],
])('the address %s counts in its networks %s', (address, networks) => {
  expect(networksOfAddress(address)).toEqual(networks);
});

describe.each(databaseKinds)('limits on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const clock = stoppedClock();
  const passwords = cheapPasswords();
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind, { clock: clock.now, passwords });
  });
  afterAll(() => site.close());

  let people = 0;
  async function person() {
    people += 1;
    const email = `owner${people}@example.com`;
    await createUser(site.database.fork(), { email, password_hash: `cheap:${password}` });
    return email;
  }
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `10.${3 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
  };
  const tryFrom = async (address: string, email: string, typed = 'wrong password') =>
    openSimulatedBrowser(site.app, { address }).signIn(email, typed);

  testOnce(
    'AU1 after 5 wrong passwords in a minute an account responds 429 with the time to retry',
    async () => {
      const email = await person();
      for (let i = 0; i < 5; i += 1) expect((await tryFrom(newAddress(), email)).status).toBe(422);
      clock.forward(18 * second);
      const limited = await tryFrom(newAddress(), email, password);
      expect(limited.status).toBe(429);
      expect(limited.headers['retry-after']).toBe('42');
      expect(limited.body.message).toBe('Too many tries. Please try again in 42 seconds.');
      const browser = openSimulatedBrowser(site.app, { address: newAddress() });
      const trpc = await browser.send('POST', '/trpc/auth.login', { email, password });
      expect(trpc.status).toBe(429);
      expect(trpc.headers['retry-after']).toBe('42');
      clock.forward(42 * second);
      expect((await tryFrom(newAddress(), email, password)).status).toBe(200);
    },
  );

  testOnce('AU1 never more than 5 in any stretch of a minute', async () => {
    const email = await person();
    const tries = async (count: number) => {
      const statuses = [];
      for (let i = 0; i < count; i += 1) statuses.push((await tryFrom(newAddress(), email)).status);
      return statuses.filter((status) => status === 422).length;
    };
    expect(await tries(1)).toBe(1);
    clock.forward(55 * second);
    expect(await tries(6)).toBe(4);
    clock.forward(5 * second);
    expect(await tries(6)).toBe(1);
  });

  testOnce('AU4 known and unknown accounts have the same limits', async () => {
    const answers = await Promise.all(
      [await person(), 'stranger@example.com'].map(async (email) => {
        for (let i = 0; i < 5; i += 1) await tryFrom(newAddress(), email);
        const { status, body, headers } = await tryFrom(newAddress(), email);
        return {
          status,
          body: { ...body, request_id: '' },
          headers: { ...headers, date: '', 'x-request-id': '' },
        };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
  });

  testOnce(
    'AU2 no spelling of the address and nothing else in the request makes it another account',
    async () => {
      const email = await person();
      const spellings = [
        email,
        email.toUpperCase(),
        ` ${email}\n`,
        `\u00a0${email}\u3000`,
        `O${email.slice(1)}`,
        email,
      ];
      const statuses = [];
      for (const [i, spelling] of spellings.entries()) {
        const browser = openSimulatedBrowser(site.app, { address: newAddress(), userAgent: `agent ${i}` });
        const body = { email: spelling, password: 'wrong password', id: i, account: `a${i}` };
        const forged = { 'x-forwarded-for': `198.51.100.${i}`, 'x-real-ip': `198.51.100.${i}` };
        statuses.push((await browser.send('POST', '/api/admin/login', body, forged)).status);
      }
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    },
  );

  testOnce(
    'AU1 AU2 one client address has 20 wrong tries in a minute, over all accounts; its forged headers change nothing',
    async () => {
      const address = newAddress();
      const statuses = [];
      for (let i = 0; i < 22; i += 1) {
        const browser = openSimulatedBrowser(site.app, { address });
        const forged = { 'x-forwarded-for': `198.51.100.${i}` };
        const body = { email: `nobody${i}@example.com`, password: 'wrong password' };
        statuses.push((await browser.send('POST', '/api/admin/login', body, forged)).status);
      }
      expect(statuses).toEqual([...Array(20).fill(422), 429, 429]);
      const email = await person();
      expect((await tryFrom(newAddress(), email, password)).status).toBe(200);
    },
  );

  testOnce.each([
    { bits: 56, max: 60, network: (i: number) => `2001:db8:1:${(0x4200 + i).toString(16)}::1` },
    { bits: 48, max: 200, network: (i: number) => `2001:db8:2:${(i * 0x100).toString(16)}::1` },
  ])('AU2 the networks of one IPv6 /$bits have $max wrong tries in a minute together', async (facts) => {
    const { max, network } = facts;
    const statuses = [];
    for (let i = 0; i < max + 2; i += 1) {
      // No /56 of the /48 reaches its own limit.
      statuses.push((await tryFrom(network(i % 250), `nobody${i}@example.com`)).status);
    }
    expect(statuses).toEqual([...Array(max).fill(422), 429, 429]);
    expect((await tryFrom('2001:db8:3::1', 'nobody@example.com')).status).toBe(422);
  });

  testOnce('right passwords use up nothing', async () => {
    const email = await person();
    const address = newAddress();
    for (let i = 0; i < 30; i += 1) expect((await tryFrom(address, email, password)).status).toBe(200);
  });

  test('many tries at the same moment are no more than many in a row', async () => {
    const email = await person();
    const before = passwords.checked;
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryFrom(newAddress(), email)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
    expect(passwords.checked - before).toBe(5);
  });

  const manyTries = chooseByForm(kind === 'sqlite' ? 10_000 : 1000, 200);
  testOnce(
    `${manyTries} wrong passwords over twenty addresses: the budgets hold, and the owner still gets in`,
    async () => {
      const email = await person();
      const known = openSimulatedBrowser(site.app, { address: newAddress() });
      expect((await known.signIn(email, password)).status).toBe(200);
      const strangers = Array.from({ length: 20 }, newAddress);
      const before = passwords.checked;
      for (let round = 0; round < manyTries / strangers.length; round += 1) {
        await Promise.all(strangers.map((address) => tryFrom(address, email)));
      }
      expect(passwords.checked - before).toBe(5);
      expect((await tryFrom(newAddress(), email, password)).status).toBe(429);
      expect((await known.signIn(email, 'a slip of the finger')).status).toBe(422);
      expect((await known.signIn(email, password)).status).toBe(200);
      const answer = await known.send('POST', '/api/admin/forgot-password', { email });
      expect(answer.status).toBe(200);
      const link = /token=([\w-]+)/.exec((await site.mails()).at(-1) ?? '')?.[1];
      const fresh = openSimulatedBrowser(site.app, { address: strangers[0]! });
      const reset = { token: link, password: 'three small boats' };
      expect((await fresh.send('POST', '/api/admin/reset-password', reset)).status).toBe(200);
    },
    60_000,
  );

  testOnce(
    'AU2 a known browser has a budget of its own, for the accounts it has signed in to only',
    async () => {
      const [mine, theirs] = [await person(), await person()];
      const known = openSimulatedBrowser(site.app, { address: newAddress() });
      await known.signIn(mine, password);
      for (let i = 0; i < 5; i += 1) {
        await tryFrom(newAddress(), mine);
        await tryFrom(newAddress(), theirs);
      }
      const statuses = [];
      for (let i = 0; i < 6; i += 1) statuses.push((await known.signIn(mine, 'wrong password')).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
      expect((await known.signIn(theirs, password)).status).toBe(429);
      clock.forward(minute);
      expect((await known.signIn(theirs, password)).status).toBe(200);
      expect((await known.signIn(mine, password)).status).toBe(200);
    },
  );

  testOnce('a forged or foreign mark of a browser is worth nothing', async () => {
    const email = await person();
    const [mark, other] = ['x'.repeat(43), 'y'.repeat(43)];
    for (let i = 0; i < 5; i += 1) await tryFrom(newAddress(), email);
    for (const cookie of [`${mark}.${other}`, mark, '', 'junk', `${mark}.${other}.`.repeat(50)]) {
      const browser = openSimulatedBrowser(site.app, { address: newAddress() });
      browser.cookies.set('atrium_device', cookie);
      expect((await browser.signIn(email, password)).status, cookie).toBe(429);
    }
  });

  test('RL1 all instances share the counters, and a restart forgets nothing', async () => {
    const budget = rateLimitFor('test', 'shared', { max: 10, windowMs: minute });
    const instances = [
      createRateLimiter(site.database),
      createRateLimiter(site.database),
      createRateLimiter(site.database),
    ];
    const takes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => instances[i % 3]!.take([budget], clock.now())),
    );
    expect(takes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(createRateLimiter(site.database).check([budget], clock.now())).rejects.toThrow(
      'Too many tries',
    );
  });

  test('what was given back can be taken again, and a refusal by one budget counts in none', async () => {
    const limits = createRateLimiter(site.database);
    const one = rateLimitFor('test', 'one', { max: 1, windowMs: minute });
    const wide = rateLimitFor('test', 'wide', { max: 2, windowMs: minute });
    const claim = await limits.take([one, wide], clock.now());
    await expect(limits.take([wide, one], clock.now())).rejects.toThrow();
    await limits.take([wide], clock.now());
    await expect(limits.take([wide], clock.now())).rejects.toThrow();
    await claim.release();
    await limits.take([one, wide], clock.now());
  });

  test('a limit that another instance has opened again is open after a second', async () => {
    const [one, other] = [createRateLimiter(site.database), createRateLimiter(site.database)];
    const budget = rateLimitFor('test', 'opened', { max: 1, windowMs: minute });
    const claim = await other.take([budget], clock.now());
    await expect(one.check([budget], clock.now())).rejects.toThrow('in 60 seconds');
    await claim.release();
    clock.forward(second);
    await one.take([budget], clock.now());
  });

  testOnce('while passwords wait in a full queue, a sign-in is refused before its body is read', async () => {
    const { assertCapacity } = passwords;
    passwords.assertCapacity = () => {
      throw new Unavailable('Too many people.', { retryAfter: 2 });
    };
    for (const path of ['/api/admin/login', '/trpc/auth.login']) {
      const browser = openSimulatedBrowser(site.app, { address: newAddress() });
      const refused = await browser.send('POST', path, 'no JSON');
      expect([path, refused.status, refused.headers['retry-after']]).toEqual([path, 503, '2']);
      expect(JSON.stringify(refused.body)).toContain('Too many people.');
    }
    passwords.assertCapacity = assertCapacity;
  });

  test('counters that are over are removed', async () => {
    await site.database.fork().nativeDelete(Counter, {});
    await tryFrom(newAddress(), 'first@example.com');
    clock.forward(60 * minute);
    await tryFrom(newAddress(), 'last@example.com');
    expect(await site.database.fork().count(Counter)).toBe(2);
  });

  // On PostgreSQL, the posts would wait for each other for seconds if one of them needed a second connection.
  test('of many simultaneous posts of visitors five are accepted, and none waits for a connection', async () => {
    const address = newAddress();
    const posts = Array.from({ length: 20 }, (_, i) =>
      postVisitorForm(
        site,
        'rest',
        'contact',
        { ...requiredFields.contact, message: `Words, the ${i}th` },
        { address },
      ),
    );
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(5).fill(201), ...Array(15).fill(429)]);
  });
});
