// On both databases: events that reach the browsers of several instances.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { day, hour, stoppedClock } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createJob, createPost, createUser } from '../support/factories.ts';
import { reportsEditing, type LiveStream, openLiveStream } from '../support/live-stream.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { requiredFields, postVisitorForm } from '../support/visitor-forms.ts';
import { isShortForm } from '../support/test-form.ts';

describe.each(databaseKinds)('the live inbox on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let url: string;
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock, parts: { passwords: cheapPasswords() } });
  const open: LiveStream[] = [];
  beforeAll(async () => {
    url = await site.app.listen({ host: '127.0.0.1', port: 0 });
    // A connection for events that opens later than a stream wakes the stream, which then reports every part as changed.
    const { events } = site.database;
    await new Promise<void>((resolve) => {
      events.onConnection((isConnected) => isConnected && resolve());
      if (events.isConnected()) resolve();
    });
  });
  afterAll(() => {
    for (const stream of open) stream.close();
  });

  async function follow(token: string, lastEventId?: string): Promise<LiveStream> {
    const stream = await openLiveStream(url, { authorization: `Bearer ${token}` }, lastEventId);
    open.push(stream);
    return stream;
  }

  let people = 0;
  async function person(role: 'admin' | 'hr' = 'hr') {
    people += 1;
    const user = await createUser(site.database.fork(), { role, email: `live${people}@example.com` });
    return { user, token: await site.openSessionOf(user) };
  }

  let visitors = 0;
  /** Sends a visitor's message from a new address. */
  const write = (fields: Record<string, string> = {}) => {
    visitors += 1;
    const words = { ...requiredFields.contact, subject: `Post ${visitors}`, ...fields };
    return postVisitorForm(site, 'rest', 'contact', words, { address: `198.51.100.${visitors}` });
  };

  test('sends the state of the inbox, and a new message at once', async () => {
    const stream = await follow((await person()).token);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toContain('no-store');
    const first = await stream.next();
    await write();
    const second = await stream.next();
    expect(second?.data.unread).toBe((first?.data.unread ?? 0) + 1);
    expect(second?.data.newest).toBeGreaterThan(first?.data.newest ?? 0);
    stream.close();
  });

  testOnce('sends when another user reads or deletes messages', async () => {
    await write();
    const stream = await follow((await person()).token);
    const { id } = (await site.as('admin').inbox.list.query({})).messages[0]!;
    const unread = (await stream.next())?.data.unread ?? 0;
    await site.as('admin').inbox.markRead.mutate({ id });
    // On PostgreSQL, the event of the message itself may arrive later than the first state of the stream.
    const read = await stream.next(({ data }) => data.unread === unread - 1);
    expect(read?.data.newest).toBe(id);
    await site.as('admin').inbox.remove.mutate({ id });
    expect(await stream.next(({ data }) => data.newest !== id)).toBeDefined();
    stream.close();
  });

  test('sends the state of the inbox with changes of messages, and with no other change', async () => {
    const stream = await follow((await person('admin')).token);
    await stream.next();
    await createPost(site.database.fork());
    expect((await stream.next(({ changed }) => changed.includes('blog')))?.inbox).toBeNull();
    await write();
    const written = await stream.next(({ changed }) => changed.includes('inbox'));
    expect(written?.inbox?.newest).toBeGreaterThan(0);
    // A note changes no count.
    await site.as('admin').inbox.note.mutate({ id: written!.data.newest!, text: 'Ask Tom' });
    const noted = await stream.next(({ changed }) => changed.includes('inbox'));
    expect(noted?.inbox).toEqual(written?.inbox);
    expect([written?.messages, noted?.messages]).toEqual([null, [written?.data.newest]]);
    stream.close();
  });

  testOnce('ignores spam until a user marks it as not spam', async () => {
    const stream = await follow((await person()).token);
    const before = await stream.next();
    await write({ website: 'http://spam.example' });
    const [spam] = (await site.as('admin').inbox.list.query({ folder: 'spam' })).messages;
    await site.as('admin').inbox.markManyNotSpam.mutate({ ids: [spam!.id] });
    expect((await stream.next())?.data.unread).toBe((before?.data.unread ?? 0) + 1);
    stream.close();
  });

  test('continues where it was interrupted, and sends only what was missed', async () => {
    const { token } = await person();
    const broken = await follow(token);
    const last = await broken.next();
    broken.close();
    await write();
    const resumed = await follow(token, last?.id);
    const missed = await resumed.next();
    expect(missed?.data.unread).toBe((last?.data.unread ?? 0) + 1);
    resumed.close();
    const upToDate = await follow(token, missed?.id);
    await write();
    const next = (missed?.data.unread ?? 0) + 1;
    expect(await upToDate.next(({ data }) => data.unread === next)).toBeDefined();
    upToDate.close();
  });

  test.runIf(kind === 'postgresql')('misses nothing while the instance receives no events', async () => {
    const stream = await follow((await person()).token);
    const before = await stream.next();
    await write();
    await stream.next();
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'atrium signals'`;
    await cut.execute(site.database.read);
    await write();
    let unread = 0;
    while (unread < (before?.data.unread ?? 0) + 2) unread = (await stream.next())?.data.unread ?? Infinity;
    expect(unread).toBe((before?.data.unread ?? 0) + 2);
    stream.close();
  });

  testOnce('serves the cookie of a browser too, as it changes nothing', async () => {
    const email = 'cookie@example.com';
    await createUser(site.database.fork(), {
      role: 'hr',
      email,
      password_hash: 'cheap:a walk by the river',
    });
    const browser = openSimulatedBrowser(site.app);
    await browser.signIn(email, 'a walk by the river');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await openLiveStream(url, { cookie });
    expect(stream.status).toBe(200);
    const session = browser.cookies.get('XSRF-TOKEN') ?? '';
    await browser.send('POST', '/trpc/auth.logout', {}, { 'x-xsrf-token': session });
    await stream.ended();
    expect((await openLiveStream(url, { cookie })).status).toBe(401);
  });

  testOnce('refuses the role user with 403, in JSON', async () => {
    const stream = await follow(await site.openSession('user'));
    expect(stream.status).toBe(403);
    expect(stream.headers.get('content-type')).toContain('application/json');
    expect(await stream.body()).toMatchObject({ error: { data: { httpStatus: 403 } } });
  });

  testOnce('tells a role without the inbox nothing about it', async () => {
    const stream = await follow(await site.openSession('content_moderator'));
    expect((await stream.next())?.data).toBeNull();
    await write();
    const item_id = 1;
    await site.as('admin').presence.blog.open.mutate({ item_id, opening: 'form-of-the-admin' });
    expect((await stream.next(reportsEditing))?.edited).toEqual(['blog']);
    stream.close();
  });

  testOnce('tells nobody of forms in modules that are not theirs', async () => {
    const stream = await follow(await site.openSession('hr'));
    const first = await stream.next();
    await site.as('admin').presence.blog.open.mutate({ item_id: 1, opening: 'form-in-the-blog' });
    await site.as('admin').presence.jobs.open.mutate({ item_id: 1, opening: 'form-in-the-jobs' });
    expect((await stream.next(reportsEditing))?.edited).toEqual(['jobs']);
    expect(first?.edited).toEqual([]);
    stream.close();
  });

  testOnce(
    'tells which parts of the panel others change, and nobody of parts that are not theirs',
    async () => {
      const roles = ['content_moderator', 'hr', 'admin'] as const;
      const streams = await Promise.all(roles.map(async (role) => follow(await site.openSession(role))));
      for (const stream of streams) await stream.next();
      const em = site.database.fork();
      await createPost(em);
      await createJob(em);
      await createUser(em, { email: 'new@example.com' });
      await site.as('admin').settings.update.mutate({ group: 'company', value: { name: 'Brightforge' } });
      const told = streams.map(async (stream) => {
        const parts = new Set<string>();
        await stream.next(({ changed }) => {
          for (const part of changed) parts.add(part);
          return parts.has('site');
        });
        stream.close();
        return [...parts].toSorted();
      });
      const everybody = ['activities', 'dashboard', 'site'];
      const [moderator, hr, admin] = await Promise.all(told);
      expect(moderator).toEqual([...everybody, 'blog', 'settings'].toSorted());
      expect(hr).toEqual([...everybody, 'jobs', 'settings'].toSorted());
      const all = [...everybody, 'blog', 'jobs', 'users', 'settings', 'onboarding'];
      expect(admin).toEqual(all.toSorted());
    },
  );

  testOnce('tells of many changes in a row by few events', async () => {
    const stream = await follow(await site.openSession('content_moderator'));
    await stream.next();
    const em = site.database.fork();
    const begun = performance.now();
    await Promise.all(Array.from({ length: 40 }, () => createPost(em.fork())));
    await site.as('admin').settings.update.mutate({ group: 'company', value: { name: 'Many changes' } });
    let events = 0;
    await stream.next(({ changed }) => {
      events += 1;
      return changed.includes('settings');
    });
    // At most one event each 250 ms, however slow the machine is.
    expect(events).toBeLessThan(2 + (performance.now() - begun) / 250);
    stream.close();
  });

  testOnce(
    'refuses anonymous clients, and an invalid bearer token next to a valid cookie, with 401',
    async () => {
      expect((await openLiveStream(url, {})).status).toBe(401);
      expect((await follow('x'.repeat(43))).status).toBe(401);
    },
  );

  testOnce('refuses pages of other sites', async () => {
    const { token } = await person();
    const headers = { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' };
    expect((await openLiveStream(url, headers)).status).toBe(403);
  });

  describe('ends with the session (AU10, AU11)', () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const call = (token: string, name: string, payload: object = {}) =>
      site.app.inject({ method: 'POST', url: `/trpc/${name}`, headers: bearer(token), payload });

    test('at logout, without further events; another session of the user continues', async () => {
      const { user, token } = await person();
      const [ending, staying] = [await follow(token), await follow(await site.openSessionOf(user))];
      await ending.next();
      await staying.next();
      expect((await call(token, 'auth.logout')).statusCode).toBe(200);
      expect(await ending.ended()).toEqual([]);
      await write();
      expect(await staying.next()).toBeDefined();
      staying.close();
      expect((await follow(token)).status).toBe(401);
    });

    testOnce('when another of the person’s sessions ends it', async () => {
      const { user, token } = await person();
      const stream = await follow(token);
      await stream.next();
      const other = await site.openSessionOf(user);
      expect((await call(other, 'account.endOtherSessions')).statusCode).toBe(200);
      expect(await stream.ended()).toEqual([]);
    });

    test.skipIf(isShortForm)('when the role changes, to any role', async () => {
      const { user, token } = await person('hr');
      const stream = await follow(token);
      await stream.next();
      const { id, name, email } = user;
      await site.as('admin').users.update.mutate({ id, name, email, role: 'admin' });
      expect(await stream.ended()).toEqual([]);
    });

    test.skipIf(isShortForm)('when a new password is set', async () => {
      const { user, token } = await person();
      const stream = await follow(token);
      await stream.next();
      const { id, name, email, role } = user;
      const password = 'a walk along the river';
      await site.as('admin').users.update.mutate({ id, name, email, role, password });
      expect(await stream.ended()).toEqual([]);
    });

    test.skipIf(isShortForm)('when the account is deleted', async () => {
      const { user, token } = await person();
      const stream = await follow(token);
      await stream.next();
      await site.as('admin').users.remove.mutate({ id: user.id });
      expect(await stream.ended()).toEqual([]);
    });
  });

  testOnce('does not count as activity: the session expires as if unused', async () => {
    const { token } = await person();
    clock.forward(11 * hour);
    const stream = await follow(token);
    expect(stream.status).toBe(200);
    stream.close();
    clock.forward(2 * hour);
    expect((await follow(token)).status).toBe(401);
    clock.forward(day);
  });

  testOnce('allows at most ten streams for a user, and another one when one is closed', async () => {
    const { token } = await person();
    const streams: LiveStream[] = [];
    for (let i = 0; i < 10; i += 1) streams.push(await follow(token));
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const refused = await follow(token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    streams[0]!.close();
    await expect.poll(async () => (await follow(token)).status).toBe(200);
    for (const stream of streams) stream.close();
  });

  testOnce('is ended when the server closes, without waiting for clients', async () => {
    const other = await testApp(kind);
    const otherUrl = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${await other.openSession('hr')}` };
    const stream = await openLiveStream(otherUrl, headers);
    await stream.next();
    const closed = other.close();
    expect(await stream.ended()).toEqual([]);
    await closed;
  });
});
