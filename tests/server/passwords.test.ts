import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeResetLink } from '../../src/modules/auth/password-links.ts';
import { findPasswordProblem } from '../../src/modules/auth/new-password.ts';
import { ensureAdmin } from '../../src/modules/users/invitations.ts';
import { User } from '../../src/modules/users/user.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { filterFiles, readPasswordFilter } from '../../src/security/password-filter.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords, newPasswordContext } from '../support/passwords.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const owner = { name: 'Zoë Lindqvist', email: 'zo.bergamot@mail.example.com' };

test.each([
  ...['Summer2025!', 'P@ssw0rd2026', 'Liverpool#1', '$unshine99', 'LINKEDIN', 'Winter2026', 'm0nkey!!'],
  ...['lindqvist77!', 'Bergamot2026', 'Zoë-Lindqvist-1', 'harbour2026', 'HarbourBooks#2026', 'mail2026!!'],
  ...['Atrium1', 'atrium-office!'].map((text) => text.padEnd(8, '1')),
  ...['zo.bergamot@mail.example.com', 'Zo.Bergamot@Mail.Example.com!', 'bergamot@mail.example.com'],
  ...['zoë.lindqvist.zo.bergamot', 'HarbourBooksZoëExampleCom', 'Lindqvist-Bergamot-Harbour-7'],
  ...['abcabcabcabc', 'xqXQxqxq', '1q2w1q2w1q2w', 'ëë7ëë7ëë7'],
])('the password %j is refused in words', async (typed) => {
  expect(await findPasswordProblem(await newPasswordContext(), typed, owner)).toMatch(
    /Please choose another one/,
  );
});

test.each([
  ...['xk7mQp2vRt', 'sunflower7house', 'lindqvist likes tea', 'a harbour at dusk', 'pärlemor och salt'],
  ...['12 grey whales', 'summer rain 2025 tea', 'xk7mxk7m', 'zo 82 and 91', 'bergamot@mail.example.org'],
])('the password %j is accepted', async (typed) => {
  expect(await findPasswordProblem(await newPasswordContext(), typed, owner)).toBeUndefined();
});

test('the own e-mail address is refused as a password, also with digits and short parts', async () => {
  for (const email of ['ida1987@holm.example.com', 'i.h@x.co', 'a+b@example.com']) {
    const refusal = expect.stringMatching(/only a name/);
    expect(await findPasswordProblem(await newPasswordContext(), email, { email }), email).toEqual(refusal);
  }
});

test('names that overlap are tried in a number of steps that does not explode', async () => {
  const name = Array.from({ length: 200 }, (_, at) => 'a'.repeat(at + 1)).join(' ');
  expect(
    await findPasswordProblem(await newPasswordContext(), `${'a'.repeat(126)}b1`, { name }),
  ).toBeUndefined();
  expect(await findPasswordProblem(await newPasswordContext(), `${'a'.repeat(126)}12`, { name })).toMatch(
    /a name/,
  );
});

test('a company with a short name is not asked of everybody who has these letters in a password', async () => {
  const rules = await newPasswordContext({ name: 'Ox', legal_name: '' });
  expect(await findPasswordProblem(rules, 'ox2026!!!', {})).toBeTypeOf('string');
  expect(await findPasswordProblem(rules, 'oxford kettle', {})).toBeUndefined();
});

test('a server whose list of passwords is missing or damaged does not start, and says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-passwords-'));
  const path = join(folder, filterFiles.leaked);
  await expect(readPasswordFilter(folder)).rejects.toThrow(/list of common passwords .*npm run build/);
  for (const bytes of ['', 'twenty characters...', 'something longer that is not a list']) {
    await writeFile(path, bytes);
    await writeFile(join(folder, filterFiles.words), bytes);
    await expect(readPasswordFilter(folder)).rejects.toThrow('it is damaged');
  }
  await rm(folder, { recursive: true });
});

describe.each(databaseKinds)('new passwords on %s', (kind) => {
  const site = useSite({ on: kind, parts: { passwords: cheapPasswords() } });

  let people = 0;
  const person = (password: string) => {
    people += 1;
    return { name: 'Ida Holm', email: `ida${people}@example.com`, role: 'user' as const, password };
  };
  const refusal = { errors: { password: [expect.stringContaining('easily guessed')] } };

  test.each(['Summer2025!', 'P@ssw0rd2026', 'Liverpool#1', 'IdaHolm2026'])(
    'nobody gets the password %j, on both faces and wherever one is set',
    async (weak) => {
      const { rest, as, app, database } = site;
      const users = '/api/admin/users';
      expect(await rest('admin').post(users, person(weak))).toMatchObject({ status: 422, body: refusal });
      await expect(as('admin').users.create.mutate(person(weak))).rejects.toMatchObject({
        data: { httpStatus: 422, ...refusal },
      });
      const { name, email } = person(weak);
      const password_hash = 'cheap:a walk by the river';
      const row = await createUser(database.fork(), { name, email, password_hash });
      const change = { name, email, role: row.role, password: weak };
      expect(await rest('admin').put(`${users}/${row.id}`, change)).toMatchObject({
        status: 422,
        body: refusal,
      });

      const em = database.fork();
      const user = await em.findOneOrFail(User, row.id);
      const work = { em, read: database.read, viewer: null, now: new Date(), publicUrl: 'http://localhost' };
      const { link } = await makeResetLink(work, user);
      await em.flush();
      const token = link.split('token=')[1];
      const reset = (password: string) =>
        openSimulatedBrowser(app).send('POST', '/api/admin/reset-password', { token, password });
      expect(await reset(weak)).toMatchObject({ status: 422, body: refusal });

      const own = openSimulatedBrowser(app);
      const authorization = `Bearer ${await site.openSessionOf(user)}`;
      const mine = { current_password: 'a walk by the river', password: weak };
      const changed = await own.send('POST', '/trpc/account.changePassword', mine, { authorization });
      expect(changed).toMatchObject({ status: 422, body: { error: { data: refusal } } });
      // The refused password used nothing up.
      expect(await reset('sunflower7house')).toMatchObject({ status: 200 });
    },
  );

  test.each(['xk7mQp2vRt', 'sunflower7house'])(
    'anybody may get the password %j, on both faces',
    async (good) => {
      expect(await site.rest('admin').post('/api/admin/users', person(good))).toMatchObject({ status: 201 });
      await expect(site.as('admin').users.create.mutate(person(good))).resolves.toBeDefined();
    },
  );

  test('the first admin gets no such password by the settings, which does not disturb a house that has one', async () => {
    const own = await testApp(kind);
    const work = { ...(await newPasswordContext()), passwords: cheapPasswords() };
    const make = (password: string) =>
      ensureAdmin(own.database.fork(), work, { email: 'a@example.com', password, name: 'A' }, new Date());
    await expect(make('Summer2025!')).rejects.toThrow(/^bad setting: ADMIN_PASSWORD: .*common word/);
    await make('sunflower7house');
    await expect(make('Summer2025!')).resolves.toBeUndefined();
    await own.close();
  });

  const weakPerson = async () => {
    const { name, email } = person('');
    return createUser(site.database.fork(), { name, email, password_hash: 'cheap:Summer2025!' });
  };
  const tokenOf = ({ body }: { body: Record<string, unknown> }) => ({
    authorization: `Bearer ${body.token}`,
  });

  test('who has a weak password already signs in with it as before, and the panel asks for another one', async () => {
    const { email } = await weakPerson();
    const browser = openSimulatedBrowser(site.app);
    const signedIn = await browser.send('POST', '/api/admin/login', { email, password: 'Summer2025!' });
    expect(signedIn.status).toBe(200);
    expect(Object.keys(signedIn.body).toSorted()).toEqual(['expires_at', 'token', 'user']);
    const isShown = async (headers: Record<string, string>) => {
      const { body } = await browser.send('GET', '/trpc/account.passwordNotice', undefined, headers);
      return (body.result as { data: { is_shown: boolean } }).data.is_shown;
    };
    const bearer = tokenOf(signedIn);
    expect(await isShown(bearer)).toBe(true);
    await browser.send('POST', '/trpc/account.dismissPasswordNotice', {}, bearer);
    expect(await isShown(bearer)).toBe(false);

    // The next sign-in asks again, until the password is another one.
    const again = openSimulatedBrowser(site.app);
    const bearerAgain = tokenOf(
      await again.send('POST', '/api/admin/login', { email, password: 'Summer2025!' }),
    );
    expect(await isShown(bearerAgain)).toBe(true);
    const change = { current_password: 'Summer2025!', password: 'sunflower7house' };
    expect((await again.send('POST', '/trpc/account.changePassword', change, bearerAgain)).status).toBe(200);
    expect(await isShown(bearerAgain)).toBe(false);
    const good = await openSimulatedBrowser(site.app).send('POST', '/api/admin/login', {
      email,
      password: 'sunflower7house',
    });
    expect(await isShown(tokenOf(good))).toBe(false);
  });

  test('the hint says what saving would say, to signed-in people and to who has a reset link, and stores nothing', async () => {
    const judge = site.as('user').account.judgePassword.mutate;
    expect(await judge({ password: 'Summer2025!' })).toEqual({
      problem: expect.stringContaining('common word'),
    });
    expect(await judge({ password: 'lindqvist77!', name: 'Zoe Lindqvist' })).toEqual({
      problem: expect.stringContaining('a name'),
    });
    expect(await judge({ password: 'ida.h@x.co', email: 'ida.h@x.co' })).toEqual({
      problem: expect.stringContaining('a name'),
    });
    expect(await judge({ password: 'sunflower7house' })).toEqual({ problem: null });
    await expect(site.as('anonymous').account.judgePassword.mutate({ password: 'x' })).rejects.toMatchObject({
      data: { httpStatus: 401 },
    });

    const em = site.database.fork();
    const work = {
      em,
      read: site.database.read,
      viewer: null,
      now: new Date(),
      publicUrl: 'http://localhost',
    };
    const user = await em.findOneOrFail(User, (await weakPerson()).id);
    const token = (await makeResetLink(work, user)).link.split('token=')[1]!;
    await em.flush();
    const byLink = site.as('anonymous').auth.judgePassword.mutate;
    expect(await byLink({ token, password: 'idaholm2026!' })).toEqual({
      problem: expect.stringContaining('a name'),
    });
    expect(await byLink({ token, password: 'sunflower7house' })).toEqual({ problem: null });
    await expect(byLink({ token: 'none', password: 'sunflower7house' })).rejects.toMatchObject({
      data: { httpStatus: 422, errors: { token: [expect.any(String)] } },
    });
  });

  test('nobody may ask for more than 60 hints in a minute', async () => {
    const own = await testApp(kind);
    const judge = () => own.as('user').account.judgePassword.mutate({ password: 'sunflower7house' });
    for (let i = 0; i < 60; i += 1) await judge();
    await expect(judge()).rejects.toMatchObject({ data: { httpStatus: 429 } });
    await own.close();
  });
});

describe.each(databaseKinds)('a password with accents on %s', (kind) => {
  const [composed, decomposed] = ['Grüße-Zebra-77', 'Gru\u0308ße-Zebra-77'];
  const checks = new Int32Array(new SharedArrayBuffer(4));
  const program = new URL('../support/counting-hash-worker.ts', import.meta.url);
  const passwords = createPasswords({ program, workerData: { checks } });
  const site = useSite({ on: kind, parts: { passwords } });

  let people = 0;
  async function person(password_hash: string | null) {
    people += 1;
    const email = `accent${people}@example.com`;
    const user = await createUser(site.database.fork(), { name: 'Ida', email, password_hash });
    const browser = () => openSimulatedBrowser(site.app, { address: `10.9.0.${people}` });
    const signIn = async (password: string) => (await browser().signIn(email, password)).status;
    const authorization = `Bearer ${await site.openSessionOf(user)}`;
    const post = async (path: string, body: object) =>
      (await browser().send('POST', path, body, { authorization })).status;
    return { user, email, signIn, post };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  const users = '/api/admin/users';
  const doors: [door: string, set: (who: Person, password: string) => Promise<unknown>][] = [
    [
      'the own account',
      ({ post }, password) =>
        post('/trpc/account.changePassword', { current_password: 'at first', password }),
    ],
    [
      'the form of a user',
      ({ user }, password) => site.rest('admin').patch(`${users}/${user.id}`, { password }),
    ],
    [
      'the form of a new user',
      async ({ user, email }, password) => {
        await site.rest('admin').delete(`${users}/${user.id}`);
        return site.rest('admin').post(users, { name: 'Ida', email, role: 'user', password });
      },
    ],
    [
      'a link',
      async ({ user }, password) => {
        const em = site.database.fork();
        const work = { em, now: new Date(), publicUrl: 'https://example.com', viewer: null };
        const { link } = await makeResetLink(work, user);
        await em.flush();
        const [, token] = link.split('#token=');
        return site.rest('anonymous').post('/api/admin/reset-password', { token, password });
      },
    ],
    [
      'the settings',
      async ({ user, email }, password) => {
        const own = await testApp(kind);
        const work = { ...(await newPasswordContext()), passwords };
        await ensureAdmin(own.database.fork(), work, { email, password, name: 'Ida' }, new Date());
        const { password_hash } = await own.database.fork().findOneOrFail(User, { email });
        await site.database.fork().nativeUpdate(User, { id: user.id }, { password_hash });
        await own.close();
      },
    ],
  ];

  test.each(doors)('is the same composed and decomposed, when it was set by %s', async (_, set) => {
    for (const [chosen, typed] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      const who = await person('plain:at first');
      await set(who, chosen);
      expect([await who.signIn(chosen), await who.signIn(typed), await who.signIn('wrong')]).toEqual([
        ...[200, 200, 422],
      ]);
    }
  });

  test('confirms an identity in both spellings', async () => {
    for (const password of [composed, decomposed]) {
      const { post } = await person(`plain:${composed}`);
      expect(await post('/api/admin/step-up', { password })).toBe(200);
      const change = { current_password: password, password: 'xk7mQp2vRt' };
      expect(await post('/trpc/account.changePassword', change)).toBe(200);
    }
  });

  test('that an earlier version stored as it was typed goes on working', async () => {
    const { signIn } = await person(`plain:${decomposed}`);
    expect([await signIn(decomposed), await signIn('Gru\u0308n')]).toEqual([200, 422]);
  });

  test('is checked in two spellings only if they differ, also for unknown addresses, and counts as one try', async () => {
    const known = await person(`plain:${composed}`);
    const gone = await person(null);
    const counted = async (email: string, password: string) => {
      const before = Atomics.load(checks, 0);
      await openSimulatedBrowser(site.app, { address: '10.9.9.9' }).signIn(email, password);
      return Atomics.load(checks, 0) - before;
    };
    for (const email of [known.email, gone.email, 'nobody@example.com']) {
      expect([await counted(email, 'Wrong-ü'), await counted(email, 'Wrong-u\u0308')], email).toEqual([1, 2]);
      expect(await counted(email, 'Wrong-u\u0308'), email).toBe(2);
    }
    // The account has 5 tries in a minute, of which 3 are used.
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push(await known.signIn('Wrong-u\u0308'));
    expect(statuses).toEqual([422, 422, 429]);
  });

  test('is judged by its characters as they are stored', async () => {
    const rules = await newPasswordContext();
    const cases: [password: string, problem: string | undefined][] = [
      ['u\u0308xk7mQ', 'at least 8'],
      [`${'u\u0308'.repeat(127)}x`, undefined],
      ['u\u0308'.repeat(9), 'more than one kind'],
      ['e\u0308e\u03087e\u0308e\u03087e\u0308e\u03087', 'only repeats'],
    ];
    for (const [password, problem] of cases) {
      const words = await findPasswordProblem(rules, password, {});
      if (problem) expect(words, password).toContain(problem);
      else expect(words ?? '', password).not.toContain('at most');
    }
  });
});
