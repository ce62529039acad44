import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Factor } from '../../src/modules/auth/factor.entity.ts';
import { makeInvitationLink, makeResetLink } from '../../src/modules/auth/password-links.ts';
import { PasswordReset } from '../../src/modules/auth/password-reset.entity.ts';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { User } from '../../src/modules/users/user.ts';
import { publicUrl, loadBuiltPages } from '../support/built-pages.ts';
import { restCaller } from '../support/callers.ts';
import { day, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createPost, createUser } from '../support/factories.ts';
import { openLiveStream } from '../support/live-stream.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { type SsoProvider, startSsoProvider } from '../support/sso-provider.ts';
import {
  addProviderUser,
  createBrowserOpener,
  createPanelProvider,
  redirectUri,
  signInWithToken,
} from '../support/sso-site.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const password = 'a walk by the river';
const users = '/api/admin/users';
const logoutEvents = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** Everything that gives access. `own` is the session that makes the call, where the person makes it. */
const kinds = [
  ...(['own', 'other', 'stream', 'reset', 'invitation', 'preview', 'token', 'tokenPreview'] as const),
];
type Kind = (typeof kinds)[number];
const sessions: Kind[] = ['own', 'other', 'stream'];
const everything: Kind[] = [...kinds];

describe.each(databaseKinds)('what ends on %s', (kind) => {
  // The provider's tokens are of the real time.
  const clock = stoppedClock(Date.now());
  let provider: SsoProvider;
  let site: TestApp;
  let url: string;
  beforeAll(async () => {
    provider = await startSsoProvider(redirectUri);
    const parts = { sso: createPanelProvider(provider), passwords: cheapPasswords(), clock: clock.now };
    site = await testApp(kind, { ...(await loadBuiltPages()), ...parts });
    url = await site.app.listen({ host: '127.0.0.1', port: 0 });
    // The last admin could not lose the role.
    await site.openSession('admin');
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  const browse = createBrowserOpener(() => site);
  let count = 0;

  async function comeFromProvider() {
    const { subject } = addProviderUser(provider, ['admin']);
    const signIn = async () => (await signInWithToken(browse(), await provider.tokenOf(subject))).body;
    const { user, token } = await signIn();
    const other = await signIn();
    return { ...(await arm(user.id, token, other.token)), subject };
  }

  async function local(kind?: 'linked') {
    count += 1;
    const em = site.database.fork();
    const email = `local${count}@example.com`;
    const user = await createUser(em, {
      ...({ email, name: `Local ${count}`, role: 'content_moderator' } as const),
      password_hash: `cheap:${password}`,
    });
    const now = clock.now();
    const moments = { created_at: now, last_used_at: now };
    if (kind)
      em.create(SsoLink, {
        user,
        kind,
        issuer: provider.issuer,
        subject: email,
        email,
        name: null,
        is_email_verified: true,
        ...moments,
      });
    em.create(Factor, {
      ...{
        user,
        kind: 'totp',
        name: 'App',
        secret: null,
        credential_id: email,
        public_key: null,
        last_step: 0,
      },
      counter: 0,
      transports: [],
      ...moments,
    });
    await em.flush();
    return arm(user.id, await site.openSessionOf(user), await site.openSessionOf(user));
  }

  /** Gives a person one of each kind of access. */
  async function arm(id: number, own: string, other: string) {
    const em = site.database.fork();
    const user = await em.findOneOrFail(User, id);
    const work = { em, now: clock.now(), publicUrl, viewer: null };
    await makeResetLink(work, user);
    makeInvitationLink(work, user);
    await em.flush();
    const callers = [own, other].map((secret) =>
      restCaller(site.app, async () => ({ authorization: `Bearer ${secret}` })),
    );
    const [caller] = callers;
    const made = await caller!.post('/api/admin/tokens', { name: 'Program', scopes: ['blog:write'] });
    expect(made.status).toBe(201);
    const program = restCaller(site.app, async () => ({ authorization: `Bearer ${made.body.secret}` }));
    const { id: post } = await createPost(em, { title: 'A secret draft', is_published: false });
    const path = `/api/admin/blog-posts/${post}`;
    const share = async (by: typeof program) => (await by.post(`${path}/preview`, {})).body.link as string;
    const links = { preview: await share(caller!), tokenPreview: await share(program) };
    const stream = await openLiveStream(url, { authorization: `Bearer ${other}` });
    await stream.next();
    let isStreamOpen = true;
    const end = stream.ended().then(
      () => (isStreamOpen = false),
      () => {},
    );

    const isAlive: Record<Kind, () => Promise<boolean>> = {
      own: async () => (await callers[0]!.get('/api/admin/user')).status === 200,
      other: async () => (await callers[1]!.get('/api/admin/user')).status === 200,
      stream: async () => isStreamOpen,
      reset: () => hasLink('admin'),
      invitation: () => hasLink('invitation'),
      token: async () => (await program.get(path)).status === 200,
      preview: () => shows(links.preview),
      tokenPreview: () => shows(links.tokenPreview),
    };
    const hasLink = async (origin: 'admin' | 'invitation') =>
      (await site.database.fork().count(PasswordReset, { user: id, origin })) > 0;
    const shows = async (link: string) =>
      (await site.app.inject({ url: link.replace(publicUrl, '') })).body.includes('A secret draft');
    const ended = async () => {
      const over: Kind[] = [];
      for (const kind of kinds) if (!(await isAlive[kind]())) over.push(kind);
      return over;
    };
    return {
      id,
      user,
      caller: caller!,
      program,
      token: made.body.token.id,
      ended,
      stream,
      end,
    };
  }
  type Person = Awaited<ReturnType<typeof arm>> & { subject?: string };

  const admin = () =>
    restCaller(site.app, async () => ({ authorization: `Bearer ${await site.openSession('admin')}` }));
  const links = async ({ id }: Person) => site.database.fork().find(SsoLink, { user: id });
  const endLink = async (person: Person) =>
    admin().post('/trpc/sso.endLink', { id: person.id, link_id: (await links(person))[0]!.id });
  const logOut = async ({ subject }: Person) => {
    count += 1;
    const claims = { sub: subject!, events: logoutEvents, jti: `end-access-${kind}-${count}` };
    const logout_token = await provider.sign(provider.claims(claims), { typ: 'logout+jwt' });
    return openSimulatedBrowser(site.app).send(
      'POST',
      '/api/sso/backchannel-logout',
      String(new URLSearchParams({ logout_token })),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
  };
  const loseRole = async ({ subject }: Person) => {
    provider.people.set(subject!, { ...provider.people.get(subject!), roles: ['guest'] });
    const { status } = await signInWithToken(browse(), await provider.tokenOf(subject!));
    return { status: status === 403 ? 200 : status };
  };
  const changeRole = async ({ subject }: Person) => {
    provider.people.set(subject!, { ...provider.people.get(subject!), roles: ['hr'] });
    return signInWithToken(browse(), await provider.tokenOf(subject!));
  };

  const reasons: [
    reason: string,
    make: () => Promise<Person>,
    act: (p: Person) => Promise<{ status: number }>,
    ends: Kind[],
  ][] = [
    ['logs out', local, ({ caller }) => caller.post('/api/admin/logout'), ['own']],
    [
      'ends the other sessions',
      local,
      ({ caller }) => caller.post('/trpc/account.endOtherSessions', {}),
      ['other', 'stream'],
    ],
    ['logs out at the provider', comeFromProvider, logOut, sessions],
    [
      'has the sessions ended by an admin',
      local,
      ({ id }) => admin().delete(`${users}/${id}/sessions`),
      sessions,
    ],
    ['gets no role from the provider', comeFromProvider, loseRole, everything],
    [
      'gets another role from the provider',
      comeFromProvider,
      changeRole,
      [...sessions, 'reset', 'preview', 'token', 'tokenPreview'],
    ],
    ['is deactivated', local, ({ id }) => admin().post(`${users}/${id}/deactivate`), everything],
    ['is deleted', local, ({ id }) => admin().delete(`${users}/${id}`), everything],
    [
      'loses the second factors by an admin',
      local,
      ({ id }) => admin().delete(`${users}/${id}/factors`),
      everything,
    ],
    ['is cut off from the provider', comeFromProvider, endLink, everything],
    ['has a password here and is cut off from the provider', () => local('linked'), endLink, sessions],
    [
      'changes the password',
      local,
      ({ caller }) =>
        caller.post('/trpc/account.changePassword', {
          current_password: password,
          password: 'another walk by the river',
        }),
      ['other', 'stream', 'reset', 'invitation', 'preview', 'tokenPreview'],
    ],
    [
      'gets a password from an admin',
      local,
      ({ id }) => admin().patch(`${users}/${id}`, { password: 'another walk by the river' }),
      [...sessions, 'reset', 'invitation', 'preview', 'tokenPreview'],
    ],
    [
      'gets another role',
      local,
      ({ id }) => admin().patch(`${users}/${id}`, { role: 'admin' }),
      [...sessions, 'reset', 'preview', 'tokenPreview'],
    ],
    [
      'gets another address',
      local,
      ({ id, user }) => admin().patch(`${users}/${id}`, { email: `new-${user.email}` }),
      ['reset', 'invitation'],
    ],
    [
      'revokes the API token',
      local,
      ({ caller, token }) => caller.delete(`/api/admin/tokens/${token}`),
      ['token', 'tokenPreview'],
    ],
  ];

  test.each(reasons)('when somebody %s', async (_, make, act, ends) => {
    const person = await make();
    expect(await person.ended()).toEqual([]);
    expect((await act(person)).status).toBe(200);
    if (ends.includes('stream')) await person.end;
    expect(await person.ended()).toEqual(kinds.filter((one) => ends.includes(one)));
    person.stream.close();
  });

  test('an API token of an account of the provider rests when its last sign-in is 30 days old, and no other', async () => {
    const [person, other] = [await comeFromProvider(), await local('linked')];
    const ask = async ({ program }: Person) => {
      const { status, body } = await program.get('/api/admin/blog-posts');
      return [status, body.code];
    };
    const signedInBefore = async (ms: number) => {
      const last_used_at = new Date(clock.now().getTime() - ms);
      const user = { $in: [person.id, other.id] };
      await site.database.fork().nativeUpdate(SsoLink, { user }, { last_used_at });
    };
    await signedInBefore(30 * day);
    expect(await ask(person)).toEqual([200, undefined]);
    await signedInBefore(30 * day + 1);
    expect(await ask(person)).toEqual([401, 'provider_sign_in_required']);
    expect(await ask(other)).toEqual([200, undefined]);
    await signInWithToken(browse(), await provider.tokenOf(person.subject));
    expect(await ask(person)).toEqual([200, undefined]);
    for (const { stream } of [person, other]) stream.close();
  });
});
