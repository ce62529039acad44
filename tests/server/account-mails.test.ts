import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../src/limits/rate-limiter.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { queueAccountMails } from '../../src/modules/security-log/account-mails.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import type { User } from '../../src/modules/users/user.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { totpCodeOf } from '../support/totp.ts';
import { useSite } from '../support/use-site.ts';

const password = 'a walk by the river';

describe.each(databaseKinds)('the mails about an account on %s', (kind) => {
  let hash: string;
  let now = new Date();
  const site = useSite({ on: kind, parts: { clock: () => now } });
  beforeAll(async () => {
    hash = await createPasswords().hash(password);
  });

  let count = 0;
  let user: User;
  let email: string;
  beforeEach(async () => {
    now = new Date();
    count += 1;
    email = `vera${count}@example.com`;
    user = await createUser(site.database.fork(), { email, role: 'hr', name: 'Vera', password_hash: hash });
    await mails();
    await site.database.fork().nativeDelete(OutboxMail, {});
  });
  const mails = async () => {
    const { database } = site;
    const parts = {
      database,
      limits: createRateLimiter(database),
      siteSettings: createSiteSettings(database),
    };
    await queueAccountMails({ ...parts, publicUrl: 'https://example.com' }, now);
    return database.fork().find(OutboxMail, {}, { orderBy: { id: 'asc' } });
  };
  const subjects = async () =>
    (await mails()).map(({ address, subject }) => `${address} ${subject.split(':')[0]}`);
  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000);
  };
  const own = async (path: string, input: object) => {
    const headers = { authorization: `Bearer ${await site.openSessionOf(user)}` };
    return openSimulatedBrowser(site.app).send(
      'POST',
      `/trpc/account.${path}`,
      JSON.stringify(input),
      headers,
    );
  };
  const change = async (part: object) => {
    const { body } = await site.rest('admin').get(`/api/admin/users?search=${email}`);
    const { name, role, id } = body.users[0];
    return site.rest('admin').put(`/api/admin/users/${id}`, { name, email, role, ...part });
  };

  test('a sign-in from a new browser, once for each place, and not from a known one', async () => {
    const browser = openSimulatedBrowser(site.app, { address: '10.4.0.1' });
    await browser.signIn(email, password);
    const [mail] = await mails();
    expect(mail).toMatchObject({ address: email, subject: expect.stringMatching(/^New sign-in: /) });
    expect(mail?.text).toContain('Hello Vera,');
    expect(mail?.text).toContain('From: 10.4.0.1');
    expect(mail?.text.match(/https?:\S+/g)).toEqual(['https://example.com/admin/account']);
    later(2);
    await browser.signIn(email, password);
    await openSimulatedBrowser(site.app, { address: '10.4.0.1' }).signIn(email, password);
    expect(await mails()).toHaveLength(1);
    await openSimulatedBrowser(site.app, { address: '10.4.0.2' }).signIn(email, password);
    expect(await mails()).toHaveLength(2);
    await openSimulatedBrowser(site.app, { address: '10.4.0.3' }).signIn(email, password);
    expect(await mails(), 'one an hour').toHaveLength(2);
  });

  test('a new password, by its owner or by somebody else', async () => {
    await own('changePassword', { current_password: password, password: 'another walk by a lake' });
    expect(await subjects()).toEqual([`${email} New password`]);
    later(2);
    await change({ password: 'a third walk up a hill' });
    expect(await subjects()).toEqual([`${email} New password`, `${email} New password`]);
  });

  test('a new address, to the old one too', async () => {
    await change({ email: `new${count}@example.com` });
    const queued = await mails();
    expect(queued.map(({ address }) => address)).toEqual([`new${count}@example.com`, email]);
    expect(queued[1]?.text).toContain(`was changed from ${email} to new${count}@example.com`);
  });

  test('a factor added and removed, and a recovery code used', async () => {
    const { setup, secret } = (await own('beginTotp', {})).body.result.data;
    const one_time_code = totpCodeOf(secret, now);
    const { factor, recovery_codes } = (await own('addTotp', { setup, one_time_code })).body.result.data;
    const known = openSimulatedBrowser(site.app, { address: '10.4.1.1' });
    await known.signIn(email, password, { one_time_code: recovery_codes[0] });
    await own('removeFactor', { id: factor.id });
    expect(await subjects()).toEqual([
      `${email} Second factor added`,
      `${email} Recovery code used`,
      `${email} New sign-in`,
      `${email} Second factor removed`,
    ]);
    expect(JSON.stringify(await mails())).not.toContain(recovery_codes[0]);
  });

  test('a new role, and a new admin to the other admins', async () => {
    const admin = await createUser(site.database.fork(), {
      email: `boss${count}@example.com`,
      role: 'admin',
    });
    await change({ role: 'admin' });
    const queued = await subjects();
    expect(queued[0]).toBe(`${email} New role`);
    expect(queued).toContain(`${admin.email} New admin`);
    expect(queued).not.toContain(`${email} New admin`);
    await change({ role: 'hr' });
  });

  test('sessions that an admin ends, and an account deactivated and reactivated', async () => {
    await site.openSessionOf(user);
    const path = `/api/admin/users/${user.id}`;
    await site.rest('admin').delete(`${path}/sessions`);
    await site.rest('admin').post(`${path}/deactivate`);
    await site.rest('admin').post(`${path}/reactivate`);
    expect(await subjects()).toEqual([
      `${email} Sessions ended`,
      `${email} Account deactivated`,
      `${email} Account reactivated`,
    ]);
    const queued = await mails();
    expect(queued[0]?.text).toContain('An admin has ended a session of your account.');
    // A person who cannot sign in has no use for a link.
    expect(queued[1]?.text).not.toMatch(/http/);
  });

  test('an admin who is back, to the other admins who can sign in', async () => {
    const names = ['here', 'gone', 'back'];
    const [here, gone, back] = await Promise.all(
      names.map((name) =>
        createUser(site.database.fork(), { email: `${name}${count}@example.com`, role: 'admin' }),
      ),
    );
    for (const one of [gone, back]) await site.rest('admin').post(`/api/admin/users/${one!.id}/deactivate`);
    await mails();
    await site.database.fork().nativeDelete(OutboxMail, {});
    await site.rest('admin').post(`/api/admin/users/${back!.id}/reactivate`);
    const queued = await subjects();
    expect(queued[0]).toBe(`${back!.email} Account reactivated`);
    expect(queued).toContain(`${here!.email} New admin`);
    expect(queued).not.toContain(`${gone!.email} New admin`);
  });

  test('nothing about earlier events, a deleted account, and what is of no concern', async () => {
    await own('rename', { name: 'Wera' });
    await own('endOtherSessions', {});
    await own('changePassword', { current_password: password, password: 'another walk by a lake' });
    await site.rest('admin').delete(`/api/admin/users/${user.id}`);
    expect(await mails()).toEqual([]);
    expect(await site.database.fork().count(SecurityEvent, { notice_at: { $ne: null } })).toBe(0);
  });

  test('two instances queue one mail', async () => {
    await own('changePassword', { current_password: password, password: 'another walk by a lake' });
    await Promise.all([mails(), mails(), mails()]);
    expect(await mails()).toHaveLength(1);
  });
});
