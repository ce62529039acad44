import { beforeEach, describe, expect, test } from 'vitest';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import type { User } from '../../src/modules/users/user.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { useSite } from '../support/use-site.ts';

const password = 'a walk by the river';

describe.each(databaseKinds)('the sessions of others on %s', (kind) => {
  const site = useSite({ on: kind, parts: { passwords: cheapPasswords() } });

  let count = 0;
  let user: User;
  let tokens: string[];
  let url: string;
  beforeEach(async () => {
    count += 1;
    const email = `vera${count}@example.com`;
    const password_hash = `cheap:${password}`;
    user = await createUser(site.database.fork(), { email, name: 'Vera', password_hash });
    url = `/api/admin/users/${user.id}/sessions`;
    tokens = [];
    for (const userAgent of ['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0']) {
      const browser = openSimulatedBrowser(site.app, { address: `10.8.0.${count}`, userAgent });
      tokens.push((await browser.signIn(email, password)).body.token);
    }
  });
  const statuses = () =>
    Promise.all(
      tokens.map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await site.app.inject({ url: '/api/admin/user', headers })).statusCode;
      }),
    );
  const list = async () => (await site.rest('admin').get(url)).body.sessions;
  const events = () => site.database.fork().find(SecurityEvent, { type: 'sessions_ended', of_id: user.id });

  test('are shown with device, time and place, as the person sees them, without a secret', async () => {
    const sessions = await list();
    expect(sessions.map(({ device }: { device: string }) => device).toSorted()).toEqual([
      'A program (curl)',
      'Firefox on Linux',
    ]);
    expect(sessions[0]).toEqual({
      id: expect.any(Number),
      device: expect.any(String),
      address: `10.8.0.${count}`,
      is_remembered: false,
      is_current: false,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect((await site.as('admin').users.sessions.query({ id: user.id })).sessions).toEqual(sessions);
    expect((await site.rest('admin').get('/api/admin/users/999999/sessions')).status).toBe(404);
  });

  test('are ended one by one, at once, and the end is noted', async () => {
    const [session] = (await list()).filter(({ device }: { device: string }) => /curl/.test(device));
    expect(await site.rest('admin').delete(`${url}/${session.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await statuses()).toEqual([401, 200]);
    expect((await site.rest('admin').delete(`${url}/${session.id}`)).status).toBe(404);
    expect(await events()).toMatchObject([
      { user_name: 'The admin', details: { of: user.id, name: 'Vera', ended: 1 } },
    ]);
  });

  test('are ended all at once, and the own one stays', async () => {
    expect(await site.rest('admin').delete(url)).toMatchObject({
      status: 200,
      body: { success: true, ended: 2 },
    });
    expect(await statuses()).toEqual([401, 401]);
    expect(await list()).toEqual([]);
    expect(await site.rest('admin').delete(url)).toMatchObject({ body: { ended: 0 } });
    expect(await events()).toHaveLength(1);
    const { user: own } = (await site.rest('admin').get('/api/admin/user')).body;
    expect((await site.rest('admin').delete(`/api/admin/users/${own.id}/sessions`)).status).toBe(200);
    expect((await site.rest('admin').get('/api/admin/user')).status).toBe(200);
  });

  test('are not ended through the address of somebody else, nor by another role', async () => {
    const [session] = await list();
    const other = await createUser(site.database.fork(), { email: `other${count}@example.com` });
    const wrong = `/api/admin/users/${other.id}/sessions/${session.id}`;
    expect((await site.rest('admin').delete(wrong)).status).toBe(404);
    for (const role of ['hr', 'content_moderator', 'user'] as const) {
      expect((await site.rest(role).get(url)).status).toBe(403);
      expect((await site.rest(role).delete(url)).status).toBe(403);
      expect((await site.rest(role).delete(`${url}/${session.id}`)).status).toBe(403);
    }
    expect(await statuses()).toEqual([200, 200]);
  });
});
