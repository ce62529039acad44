import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../src/limits/rate-limiter.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { queueAccountMails } from '../../src/modules/security-log/account-mails.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { User } from '../../src/modules/users/user.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { openLiveStream } from '../support/live-stream.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import {
  addProviderUser,
  createPanelProvider,
  redirectUri,
  signInWithToken,
  ssoTexts,
  createBrowserOpener,
} from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe.each(databaseKinds)('accounts and single sign-on, on %s', (kind) => {
  let provider: SsoProvider;
  let site: TestApp;
  beforeAll(async () => {
    provider = await startSsoProvider(redirectUri);
    site = await testApp(kind, { sso: createPanelProvider(provider), passwords: cheapPasswords() });
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  const browse = createBrowserOpener(() => site);
  const arrive = async (subject: string) => signInWithToken(browse(), await provider.tokenOf(subject));
  const find = (email: string) => site.database.fork().findOneOrFail(User, { email });
  const events = async (type: SecurityEvent['type'], email: string) => {
    const rows = await site.database.fork().find(SecurityEvent, { type }, { orderBy: { id: 'asc' } });
    return rows.filter((event) => event.email === email || event.details.email === email);
  };
  const isSignedIn = async (token: string) => {
    const answer = await browse().send('GET', '/api/admin/user', undefined, {
      authorization: `Bearer ${token}`,
    });
    return answer.status === 200;
  };
  const local = (email: string, role: User['role']) =>
    createUser(site.database.fork(), {
      email,
      role,
      name: 'Local',
      password_hash: 'cheap:a walk by the river',
    });

  test('the account is recognised by issuer and subject, even when the address changes', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    const first = (await arrive(subject)).body.user;
    provider.people.set(subject, { email: 'changed@example.com', name: 'Changed', roles: ['hr'] });
    expect((await arrive(subject)).body.user).toEqual(first);
    expect(await find(email)).toMatchObject({ name: first.name, password_hash: null });
  });

  test('the same subject at another issuer is another person', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    const first = (await arrive(subject)).body.user;
    await site.database.fork().nativeUpdate(SsoLink, { subject }, { issuer: 'https://former.example.com' });
    expect(await arrive(subject)).toMatchObject({ status: 409 });
    provider.people.set(subject, { email: `new-${email}`, name: 'New', roles: ['hr'] });
    const second = (await arrive(subject)).body.user;
    expect(second).toMatchObject({ email: `new-${email}`, name: 'New' });
    expect(second.id).not.toBe(first.id);
  });

  test('two first sign-ins at the same moment make one account', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    const tokens = await Promise.all([1, 2, 3].map(() => provider.tokenOf(subject)));
    const answers = await Promise.all(tokens.map((token) => signInWithToken(browse(), token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await site.database.fork().count(User, { email })).toBe(1);
  });

  test('without a usable e-mail address no account is created', async () => {
    for (const email of [undefined, 'no address', 7]) {
      const { subject } = addProviderUser(provider, ['hr'], { email });
      expect(await arrive(subject)).toMatchObject({ status: 422, body: { message: ssoTexts.refused } });
    }
  });

  test.each([false, 'false', 0])(
    'SO6 an address with email_verified %j makes no account',
    async (verdict) => {
      const unverified = async () => {
        await site.settled();
        const refused = await site.database.fork().find(SecurityEvent, { type: 'sso_refused' });
        return refused.filter(({ details }) => /not verified/.test(String(details.reason))).length;
      };
      const before = await unverified();
      for (const tokenKind of ['jwt', 'access', 'id'] as const) {
        const { subject, email } = addProviderUser(provider, ['admin'], { email_verified: verdict });
        const answer = await signInWithToken(browse(), await provider.tokenOf(subject, tokenKind));
        expect(answer, tokenKind).toMatchObject({
          status: 422,
          body: { message: expect.stringContaining('not verified at the provider') },
        });
        expect(answer.headers['set-cookie']).toBeUndefined();
        const em = site.database.fork();
        expect([await em.count(User, { email }), await em.count(SsoLink, { subject })]).toEqual([0, 0]);
      }
      expect((await unverified()) - before).toBe(3);
    },
  );

  test('a provider that never states whether an address is verified creates accounts', async () => {
    const { subject, email } = addProviderUser(provider, ['hr'], { email_verified: undefined });
    expect((await arrive(subject)).body.user).toMatchObject({ email, role: 'hr' });
  });

  test('an address of which the provider says nothing gets no mail until an admin confirms it', async () => {
    const { subject, email } = addProviderUser(provider, ['admin'], { email_verified: undefined });
    const { user } = (await arrive(subject)).body;
    const parts = {
      database: site.database,
      limits: createRateLimiter(site.database),
      siteSettings: createSiteSettings(site.database),
      publicUrl: 'http://localhost:3000',
    };
    const mailsTo = async () => {
      await queueAccountMails(parts, new Date());
      return site.database.fork().count(OutboxMail, { address: email });
    };
    expect(await mailsTo()).toBe(0);
    const admin = site.as('admin');
    const [link] = (await admin.sso.links.query({ id: user.id })).links;
    await admin.sso.endLink.mutate({ id: user.id, link_id: link!.id });
    const before = (await site.mails()).length;
    await browse().send('POST', '/api/admin/forgot-password', { email });
    expect(await site.mails()).toHaveLength(before);
    expect(await admin.sso.links.query({ id: user.id })).toMatchObject({ is_email_unconfirmed: true });
    const confirmed = await admin.sso.confirmEmail.mutate({ id: user.id });
    expect(confirmed.is_email_unconfirmed).toBe(false);
    expect(await events('email_confirmed', email)).toHaveLength(1);
    await browse().send('POST', '/api/admin/forgot-password', { email });
    expect(await site.mails()).toHaveLength(before + 1);
  });

  test('an address that the provider verifies later, or that an admin enters, is confirmed', async () => {
    const isUnconfirmed = async (email: string) => (await find(email)).is_email_unconfirmed;
    const one = addProviderUser(provider, ['hr'], { email_verified: undefined });
    await arrive(one.subject);
    expect(await isUnconfirmed(one.email)).toBe(true);
    provider.people.set(one.subject, { email: one.email, email_verified: true, roles: ['hr'] });
    await arrive(one.subject);
    expect(await isUnconfirmed(one.email)).toBe(null);
    const two = addProviderUser(provider, ['hr'], { email_verified: undefined });
    const { user } = (await arrive(two.subject)).body;
    const row = { name: 'Two', email: 'entered@example.com', role: 'hr' };
    expect((await site.rest('admin').put(`/api/admin/users/${user.id}`, row)).status).toBe(200);
    expect(await isUnconfirmed(row.email)).toBe(null);
    // The address of before may be somebody else's, so it hears nothing of the change.
    const [changed] = await events('email_changed', row.email);
    expect(changed?.details).toMatchObject({ before: two.email, was_unconfirmed: true });
  });

  test('known users sign in, even when their new address is not verified', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    await arrive(subject);
    provider.people.set(subject, { email: 'new@example.com', email_verified: false, roles: ['hr'] });
    expect((await arrive(subject)).body.user).toMatchObject({ email });
  });

  test.each([
    ['verified', { email_verified: true }],
    ['not verified', { email_verified: false }],
    ['perhaps verified', { email_verified: undefined }],
    ['in other letters', { email_verified: true, email: 'LOCAL4@example.com' }],
  ])('SO6 the address of a local admin, %s, takes nothing over', async (_how, more) => {
    const email = `local${['verified', 'not verified', 'perhaps verified', 'in other letters'].indexOf(_how) + 1}@example.com`;
    const { id } = await local(email, 'admin');
    const { subject } = addProviderUser(provider, ['admin'], { email, ...more });
    const answer = await arrive(subject);
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('not linked') } });
    expect(answer.body).not.toHaveProperty('token');
    expect(answer.headers['set-cookie']).toBeUndefined();
    const links = await site.database.fork().find(SsoLink, { user: id });
    expect(links.map((link) => link.kind)).toEqual(['asked']);
    expect((await arrive(subject)).status).toBe(409);
  });

  test('a deactivated account is refused, with its reason in the log, until it is reactivated', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    const { token } = (await arrive(subject)).body;
    const { id } = await find(email);
    const act = (name: string) => site.rest('admin').post(`/api/admin/users/${id}/${name}`);
    await act('deactivate');
    expect(await isSignedIn(token)).toBe(false);
    provider.people.set(subject, { email, name: 'Changed', roles: ['admin'] });
    const refused = await arrive(subject);
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Your account is deactivated. Please ask an admin.' },
    });
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await find(email)).role).toBe('hr');
    expect(await events('sso_refused', email)).toHaveLength(1);
    await act('reactivate');
    expect((await arrive(subject)).body.user).toMatchObject({ email, role: 'admin' });
  });

  test('SO6 a second user with the address of one from the provider is refused too', async () => {
    const one = addProviderUser(provider, ['hr']);
    const other = addProviderUser(provider, ['admin'], { email: one.email });
    expect((await arrive(one.subject)).status).toBe(200);
    expect((await arrive(other.subject)).status).toBe(409);
    expect((await find(one.email)).role).toBe('hr');
  });

  test("SO7 a content_moderator from the provider gets the provider's role; it is logged and their sessions end", async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    const before = (await arrive(subject)).body;
    const row = { name: 'M', email, role: 'content_moderator' };
    expect((await site.rest('admin').put(`/api/admin/users/${before.user.id}`, row)).status).toBe(200);
    const token = (await arrive(subject)).body.token;
    expect((await find(email)).role).toBe('hr');
    const [, noted] = await events('role_changed', email);
    expect(noted?.details).toMatchObject({ role: 'hr', before: 'content_moderator', by: 'sso' });
    provider.people.set(subject, { email, name: 'M', roles: ['admin'] });
    expect((await arrive(subject)).body.user.role).toBe('admin');
    expect(await isSignedIn(token)).toBe(false);
  });

  test('a user who lost their roles at the provider is refused, and their role here is unchanged', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    await arrive(subject);
    provider.people.set(subject, { email, roles: ['user'] });
    expect(await arrive(subject)).toMatchObject({ status: 403, body: { message: ssoTexts.unauthorized } });
    expect((await find(email)).role).toBe('hr');
    await site.settled();
    expect(await events('sso_refused', email)).toHaveLength(1);
  });

  test('a refused sign-in ends the sessions and streams of that user, and of no one else', async () => {
    const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
    const person = addProviderUser(provider, ['hr']);
    const colleague = addProviderUser(provider, ['hr']);
    const tokens = [
      (await arrive(person.subject)).body.token,
      (await arrive(person.subject)).body.token,
      (await arrive(colleague.subject)).body.token,
    ];
    const stream = await openLiveStream(url, { authorization: `Bearer ${tokens[0]}` });
    expect(await stream.next()).toBeDefined();
    provider.people.set(person.subject, { email: person.email, roles: [] });
    expect((await arrive(person.subject)).status).toBe(403);
    await stream.ended();
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, false, true]);
    const [ended] = await events('sessions_ended', person.email);
    expect(ended?.details).toEqual({ ended: 2, by: 'sso' });
  });

  test('a user who only asks to be linked ends no session; a linked user ends their own', async () => {
    const email = 'linked@example.com';
    const user = await local(email, 'content_moderator');
    const session = await site.openSessionOf(user);
    const { subject } = addProviderUser(provider, ['hr'], { email });
    expect((await arrive(subject)).status).toBe(409);
    provider.people.set(subject, { email, roles: [] });
    expect((await arrive(subject)).status).toBe(403);
    expect(await isSignedIn(session)).toBe(true);
    const admin = site.as('admin');
    const [asked] = (await admin.sso.links.query({ id: user.id })).links;
    await admin.sso.confirmLink.mutate({ id: user.id, link_id: asked!.id });
    expect((await arrive(subject)).status).toBe(403);
    expect(await isSignedIn(session)).toBe(false);
  });

  test('SO7 a local account that an admin has linked signs in and keeps its own role', async () => {
    const email = 'moderator@example.com';
    const { id } = await local(email, 'content_moderator');
    const { subject } = addProviderUser(provider, ['hr'], { email });
    expect((await arrive(subject)).status).toBe(409);
    const admin = site.as('admin');
    const [asked] = (await admin.sso.links.query({ id })).links;
    expect(asked).toMatchObject({ kind: 'asked', subject, issuer: provider.issuer, is_email_verified: true });
    await admin.sso.confirmLink.mutate({ id, link_id: asked!.id });
    const { token, user } = (await arrive(subject)).body;
    expect(user).toMatchObject({ id, role: 'content_moderator' });
    await admin.sso.endLink.mutate({ id, link_id: asked!.id });
    expect(await isSignedIn(token)).toBe(false);
    expect((await arrive(subject)).status).toBe(409);
    expect((await events('sso_linked', email)).length).toBe(1);
    expect((await events('sso_unlinked', email)).length).toBe(1);
  });

  test('an account is linked to one person only, and a link belongs to one account', async () => {
    const { id } = await local('two@example.com', 'hr');
    for (const _ of [1, 2])
      await arrive(addProviderUser(provider, ['hr'], { email: 'two@example.com' }).subject);
    const admin = site.rest('admin');
    const { links } = await site.as('admin').sso.links.query({ id });
    const [one, other] = links.map((link) => link.id);
    const confirm = (input: object) => admin.post('/trpc/sso.confirmLink', input);
    expect((await confirm({ id: id + 1000, link_id: one })).status).toBe(404);
    expect((await confirm({ id, link_id: one })).status).toBe(200);
    expect((await confirm({ id, link_id: other })).status).toBe(409);
  });

  test('users from the provider get no password reset by mail', async () => {
    const { subject, email } = addProviderUser(provider, ['hr']);
    await arrive(subject);
    const mails = (await site.mails()).length;
    expect((await browse().send('POST', '/api/admin/forgot-password', { email })).status).toBe(200);
    expect(await site.mails()).toHaveLength(mails);
  });

  test('the last active admin is not made less by the provider', async () => {
    const alone = await testApp(kind, { sso: createPanelProvider(provider) });
    const { subject, email } = addProviderUser(provider, ['admin']);
    const come = async () =>
      signInWithToken(createBrowserOpener(() => alone)(), await provider.tokenOf(subject));
    expect((await come()).body.user.role).toBe('admin');
    const gone = await createUser(alone.database.fork(), { role: 'admin', email: 'gone@example.com' });
    await alone.database.fork().nativeUpdate(User, { id: gone.id }, { deactivated_at: new Date() });
    provider.people.set(subject, { email, roles: ['hr'] });
    expect(await come()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('last admin') },
    });
    expect((await alone.database.fork().findOneOrFail(User, { email })).role).toBe('admin');
    await alone.close();
  });

  test('a known user of the provider who is refused here has five tries a minute, from any address', async () => {
    const { subject } = addProviderUser(provider, ['user']);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await arrive(subject)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });
});
