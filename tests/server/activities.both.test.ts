// On both databases: the query that finds the entry of the same event in JSON.
import { describe, expect, test } from 'vitest';
import type { Role } from '../../src/shared/roles.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createActivity } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const path = '/api/admin/activities';
const told = {
  type: 'update',
  module: 'blog',
  description: 'Told',
  metadata: { post_id: 1, title: 'A' },
} as const;

describe.each(databaseKinds)('the activity log on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({
    on: kind,
    fill: async (site) => {
      const em = site.database.fork();
      const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 12, minute));
      const add = (description: string, minute: number, facts: Parameters<typeof createActivity>[1]) =>
        createActivity(em, { description, created_at: at(minute), ...facts });
      await add('Created blog post "Ärger 100%"', 1, { type: 'create', module: 'blog' });
      await add('Updated team member "Job Blog"', 2, { type: 'update', module: 'team', user_name: 'ÉMILE' });
      await add('Deleted job posting "Clerk"', 3, { type: 'delete', module: 'job' });
      await add('Created portfolio project "Tram"', 4, { type: 'create', module: 'portfolio' });
      await add('Imported: removed an old team page', 5, { type: 'delete', module: null });
      await add('Imported: something else', 5, { type: 'delete', module: null, is_verified: false });
    },
  });

  const find = async (query: string, role: Role = 'user') => {
    const { body } = await site.rest(role).get(`${path}?${query}`);
    return {
      meta: body.meta,
      words: body.activities.map((entry: { description: string }) => entry.description),
    };
  };

  test('the newest entry comes first, with all that is known of it', async () => {
    const { body, status } = await site.rest('user').get(path);
    expect(status).toBe(200);
    expect(body.meta).toEqual({ total: 6, page: 1, per_page: 1000 });
    expect(body.activities[0]).toEqual({
      id: 6,
      type: 'delete',
      module: null,
      description: 'Imported: something else',
      user_name: 'Grace',
      created_at: '2020-01-01T12:05:00.000Z',
      metadata: {},
      verified: false,
      user_id: 1,
      user_email: null,
    });
    expect(body.activities.map(({ id }: { id: number }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await site.as('user').activities.list.query({})).toEqual(body);
  });

  test('type and module are filtered by the stored values; the description counts only without a module', async () => {
    expect((await find('module=team')).words).toEqual([
      'Imported: removed an old team page',
      'Updated team member "Job Blog"',
    ]);
    expect((await find('module=job')).words).toEqual(['Deleted job posting "Clerk"']);
    expect((await find('module=blog')).words).toEqual(['Created blog post "Ärger 100%"']);
    expect((await find('type=delete&module=team')).words).toEqual(['Imported: removed an old team page']);
    expect((await find('type=create')).meta.total).toBe(2);
    expect((await site.rest('user').get(`${path}?module=users`)).body.errors).toHaveProperty('module');
    expect((await site.rest('user').get(`${path}?type=all`)).status).toBe(422);
  });

  test.each([
    ['ärger', 1],
    ['éMile', 1],
    ['grace', 5],
    ['100%', 1],
    ['0_', 0],
    ['nothing like it', 0],
  ])('a search for "%s" finds %i by description or name', async (term, total) => {
    expect((await find(`search=${encodeURIComponent(term)}`)).meta.total).toBe(total);
  });

  testOnce('a page has fifteen entries by default', async () => {
    expect((await find('page=1')).meta).toEqual({ total: 6, page: 1, per_page: 15 });
    expect(await find('page=2&per_page=4')).toMatchObject({
      words: ['Updated team member "Job Blog"', 'Created blog post "Ärger 100%"'],
      meta: { total: 6, page: 2, per_page: 4 },
    });
    expect((await site.rest('user').get(`${path}?per_page=101`)).status).toBe(422);
  });

  test.each([
    ['admin', ['blog', 'team', 'portfolio', 'job']],
    ['content_moderator', ['blog', 'team', 'portfolio']],
    ['hr', ['job']],
    ['user', []],
  ] as const)('%s tells of changes in %j only', async (role, permitted: readonly string[]) => {
    for (const module of ['blog', 'team', 'portfolio', 'job'] as const) {
      const wanted = permitted.includes(module) ? 201 : 403;
      const body = { ...told, module };
      expect((await site.rest(role).post(path, body)).status, module).toBe(wanted);
      const call = site.as(role).activities.record.mutate(body);
      if (wanted === 201) await expect(call).resolves.toMatchObject({ activity: { module } });
      else await expect(call).rejects.toMatchObject({ data: { httpStatus: 403 } });
    }
  });

  testOnce('AD3 the caller cannot set the user and time of an entry', async () => {
    const forged = {
      id: 1,
      user_id: 1_000_000,
      user_name: 'Somebody else',
      user_email: 'else@example.com',
      note: 'Somebody else’s',
      was_public: true,
      created_at: '2001-01-01T00:00:00Z',
    };
    const claims = {
      ...forged,
      verified: true,
      is_verified: true,
      changes: { title: { old: 'a', new: 'b' } },
    };
    const answer = await site.rest('admin').post(path, { ...told, ...claims });
    const { activity } = answer.body;
    expect(activity).toMatchObject({
      user_name: 'The admin',
      user_email: 'admin@example.com',
      verified: false,
      note: 'Told',
    });
    expect(activity.user_id).not.toBe(1_000_000);
    expect(activity.id).not.toBe(1);
    expect(activity).not.toHaveProperty('changes');
    expect(Date.now() - Date.parse(activity.created_at)).toBeLessThan(60_000);
  });

  testOnce.each([
    ['type', { type: 'read' }],
    ['module', { module: 'user' }],
    ['module', { module: undefined }],
    ['description', { description: ' ' }],
    ['description', { description: 'a'.repeat(501) }],
    ['metadata', { metadata: 'text' }],
    ['metadata', { metadata: [1] }],
    ['metadata', { metadata: { deep: { deeper: 1 } } }],
    ['metadata', { metadata: { list: [[1]] } }],
    ['metadata', { metadata: { nul: 'a\u0000b' } }],
    ['metadata', { metadata: { 'half\ud800': 1 } }],
    ['metadata', { metadata: { long: 'ä'.repeat(5000) } }],
  ])('what breaks the rule of %s is refused under it', async (field, change) => {
    const answer = await site.rest('admin').post(path, { ...told, ...change });
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
  });

  testOnce('AD3 metadata of a megabyte is refused, on both faces', async () => {
    const metadata = { long: 'a'.repeat(1024 * 1024) };
    expect((await site.rest('admin').post(path, { ...told, metadata })).status).toBe(413);
    // Slightly below the limit of a body.
    const large = { ...told, metadata: { long: 'a'.repeat(1_000_000) } };
    await expect(site.as('admin').activities.record.mutate(large)).rejects.toMatchObject({
      data: { httpStatus: 422, errors: { metadata: ['Metadata may have at most 10 kB'] } },
    });
  });

  testOnce("AD3 any text is stored unchanged, and cannot change an object's prototype", async () => {
    const description = '<script>alert(1)</script> \u200f "quoted" 😀';
    const metadata = { post_id: 9, title: '<b>x</b>', name: ['a', 1, null], is_active: false };
    const answer = await site.rest('admin').post(path, { ...told, description, metadata });
    expect(answer.body.activity).toMatchObject({ description, metadata });
    const poisoned = JSON.stringify({ ...told, metadata: {} }).replace('{}', '{"__proto__":{"polluted":1}}');
    await site.app.inject({
      method: 'POST',
      url: path,
      payload: poisoned,
      headers: {
        authorization: `Bearer ${await site.openSession('admin')}`,
        'content-type': 'application/json',
      },
    });
    expect({}).not.toHaveProperty('polluted');
  });

  testOnce('AD3 an entry can neither be changed nor deleted', async () => {
    for (const method of ['put', 'patch', 'delete', 'post'] as const) {
      expect((await site.rest('admin')[method](`${path}/1`)).status, method).toBe(404);
    }
    expect((await find('', 'admin')).words).toContain('Created blog post "Ärger 100%"');
  });
});
