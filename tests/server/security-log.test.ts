import { describe, expect, test } from 'vitest';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { deleteOldEntries } from '../../src/modules/privacy/retention.ts';
import { databaseKinds } from '../support/database.ts';
import { useSite } from '../support/use-site.ts';

const path = '/api/admin/security-events';

const wrong = { email: 'ADA@Example.com', password: 'not the password' };

describe.each(databaseKinds)('the security log on %s', (kind) => {
  const site = useSite({ on: kind });

  const find = async (query: string) => (await site.rest('admin').get(`${path}?${query}`)).body;

  test('AD7: it records a refused sign-in, a denied call and a change of role, the newest first', async () => {
    expect((await site.rest('anonymous').post('/api/admin/login', wrong)).status).toBe(422);
    expect((await site.rest('hr').get('/api/admin/users')).status).toBe(403);
    const person = { name: 'Ida', email: 'ida@example.com', role: 'user', password: 'a-quiet-Harbour-7' };
    const { body } = await site.rest('admin').post('/api/admin/users', person);
    await site.rest('admin').put(`/api/admin/users/${body.id}`, { ...person, password: '', role: 'hr' });

    await expect
      .poll(async () => (await find('')).events.map(({ type }: { type: string }) => type))
      .toEqual(expect.arrayContaining(['sign_in_refused', 'denied', 'user_created', 'role_changed']));
    const { events, meta } = await find('type=role_changed');
    expect(meta).toEqual({ total: 1, page: 1, per_page: 1000 });
    expect(events[0]).toMatchObject({ details: { name: 'Ida', role: 'hr', before: 'user' } });
    expect((await find('type=denied')).events[0].details.call).toContain('users');
    const times = (await find('')).events.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(JSON.stringify(await find(''))).not.toMatch(/not the password|quiet-Harbour/);
  });

  test('a search finds users and addresses, in any letter case', async () => {
    await site.rest('anonymous').post('/api/admin/login', wrong);
    await site.settled();
    expect((await find(`search=${encodeURIComponent('aDa@')}`)).meta.total).toBe(1);
    expect((await find(`search=${encodeURIComponent('aDa@')}&type=denied`)).meta.total).toBe(0);
    expect((await find('search=127.0.0')).meta.total).toBeGreaterThan(0);
    expect((await find('search=%25')).meta.total).toBe(0);
  });

  test('the events of one person are those by them and those about them', async () => {
    const person = { name: 'Una', email: 'una@example.com', role: 'hr', password: 'a-quiet-Harbour-7' };
    const { id } = (await site.rest('admin').post('/api/admin/users', person)).body;
    await site.rest('anonymous').post('/api/admin/login', person);
    await site.rest('anonymous').post('/api/admin/login', { ...person, password: 'not the password' });
    await site.rest('admin').post(`/api/admin/users/${id}/deactivate`);
    const typesOf = async (query: string) =>
      (await find(query)).events.map(({ type }: { type: string }) => type);
    expect(await typesOf(`user_id=${id}`)).toEqual([
      ...['user_deactivated', 'sign_in_refused', 'sign_in', 'user_created'],
    ]);
    expect(await typesOf(`user_id=${id}&type=sign_in`)).toEqual(['sign_in']);
    expect(await typesOf(`user_id=${id}&search=una`)).toEqual(['sign_in_refused', 'sign_in']);
    expect(await typesOf('user_id=999999')).toEqual([]);
    const through = await site.as('admin').security.list.query({ user_id: id });
    expect(through.events).toHaveLength(4);
    for (const bad of ['0', '-1', 'una', '1.5', '99999999999']) {
      expect((await site.rest('admin').get(`${path}?user_id=${bad}`)).status, bad).toBe(422);
    }
  });

  test('an unknown event is a field error, and a page has twenty entries', async () => {
    const { status, body } = await site.rest('admin').get(`${path}?type=coffee`);
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty('type');
    expect((await find('page=1')).meta.per_page).toBe(20);
  });

  test('an entry goes after the days of the settings', async () => {
    await site.rest('hr').get('/api/admin/users');
    await site.settled();
    const em = site.database.fork();
    const now = new Date();
    const age = async (days: number) => {
      const entry = await em.findOneOrFail(SecurityEvent, { type: 'denied' });
      entry.created_at = new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
      await em.flush();
      return deleteOldEntries({ em: site.database.fork(), now }, 'security_events', 180);
    };
    expect(await age(179)).toBe(0);
    expect(await age(181)).toBe(1);
    expect((await find('type=denied')).events).toEqual([]);
  });
});
