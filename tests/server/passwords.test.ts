import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeResetLink } from '../../src/modules/auth/reset.service.ts';
import { findPasswordProblem } from '../../src/modules/auth/new-password.service.ts';
import { ensureAdmin } from '../../src/modules/users/first-admin.ts';
import { User } from '../../src/modules/users/user.entity.ts';
import { filterFiles, readPasswordFilter } from '../../src/security/password-filter.ts';
import { openBrowser } from '../support/browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords, passwordRules } from '../support/passwords.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const owner = { name: 'Zoë Lindqvist', email: 'zo.bergamot@mail.example.com' };

test.each([
  ...['Summer2025!', 'P@ssw0rd2026', 'Liverpool#1', '$unshine99', 'LINKEDIN', 'Winter2026', 'm0nkey!!'],
  ...['lindqvist77!', 'Bergamot2026', 'Zoë-Lindqvist-1', 'harbour2026', 'HarbourBooks#2026', 'mail2026!!'],
  ...['Atrium1', 'atrium-office!'].map((text) => text.padEnd(8, '1')),
])('the password %j is refused in words', async (typed) => {
  expect(await findPasswordProblem(await passwordRules(), typed, owner)).toMatch(/Please choose another one/);
});

test.each([
  ...['xk7mQp2vRt', 'sunflower7house', 'lindqvist likes tea', 'a harbour at dusk', 'pärlemor och salt'],
  ...['12 grey whales', 'summer rain 2025 tea'],
])('the password %j is accepted', async (typed) => {
  expect(await findPasswordProblem(await passwordRules(), typed, owner)).toBeUndefined();
});

test('a company with a short name is not asked of everybody who has these letters in a password', async () => {
  const rules = await passwordRules({ name: 'Ox', legal_name: '' });
  expect(await findPasswordProblem(rules, 'ox2026!!!', {})).toBeTypeOf('string');
  expect(await findPasswordProblem(rules, 'oxford kettle', {})).toBeUndefined();
});

test('a server whose list of passwords is missing or damaged does not start, and says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-passwords-'));
  const path = join(folder, filterFiles.leaked);
  await expect(readPasswordFilter(folder)).rejects.toThrow(/list of common passwords .*npm run build/);
  for (const bytes of ['', 'BLOOM001', 'BLOOM001 and something else that is not a list']) {
    await writeFile(path, bytes);
    await writeFile(join(folder, filterFiles.words), bytes);
    await expect(readPasswordFilter(folder)).rejects.toThrow('it is damaged');
  }
  await rm(folder, { recursive: true });
});

describe.each(databaseKinds)('new passwords on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind, { passwords: cheapPasswords() });
  });
  afterAll(() => site.close());

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
        openBrowser(app).send('POST', '/api/admin/reset-password', { token, password });
      expect(await reset(weak)).toMatchObject({ status: 422, body: refusal });

      const own = openBrowser(app);
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
    const work = { ...(await passwordRules()), passwords: cheapPasswords() };
    const make = (password: string) =>
      ensureAdmin(own.database.fork(), work, { email: 'a@example.com', password, name: 'A' }, new Date());
    await expect(make('Summer2025!')).rejects.toThrow(/^bad setting: ADMIN_PASSWORD: .*common word/);
    await make('sunflower7house');
    await expect(make('Summer2025!')).resolves.toBeUndefined();
    await own.close();
  });
});
