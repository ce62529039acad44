import { describe, expect, test } from 'vitest';
import { WebhookDelivery } from '../../src/log/webhook.entity.ts';
import { hasGrant } from '../../src/shared/grants.ts';
import { type Role, roles } from '../../src/shared/roles.ts';
import { buildFormData, type RestCaller } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { type LiveStream, openLiveStream } from '../support/live-stream.ts';
import { sampledModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';

const path = '/api/admin/activities';
const post = { title: 'Merger', excerpt: 'Why', content: '<p>Text</p>', category: 'Technology' };
const job = {
  title: 'Successor',
  description: 'Work',
  type: 'Full-time',
  location: 'Here',
  department: 'Board',
  requirements: ['One'],
  responsibilities: ['Two'],
  is_internship: false,
  application_link: '',
};

interface Reader {
  of: string;
  caller: RestCaller;
  headers?: Record<string, string>;
  may: boolean;
}

type Entry = Record<string, unknown> & { id: number; description: string };

describe.each(databaseKinds)('what the log reveals of drafts, on %s', (kind) => {
  const site = useSite({
    on: kind,
    fill: async (site) => {
      const moderator = site.rest('content_moderator');
      const draft = buildFormData({ ...post, is_published: '0' });
      const { body } = await moderator.post('/api/admin/blog-posts', draft);
      await moderator.post(path, {
        type: 'create',
        module: 'blog',
        description: 'We buy the Harbour',
        metadata: { post_id: body.id, codename: 'Harbour' },
      });
      const renamed = { ...post, title: 'Takeover', is_published: '0', _method: 'PUT' };
      await moderator.post(`/api/admin/blog-posts/${body.id}`, buildFormData(renamed));
      await moderator.delete(`/api/admin/blog-posts/${body.id}`);
      await moderator.post(
        '/api/admin/blog-posts',
        buildFormData({ ...post, title: 'Party', is_published: '1' }),
      );
      await site.rest('hr').post('/api/admin/jobs', { ...job, is_active: false });
    },
  });

  const list = async (role: Role, query = '') => {
    const { body } = await site.rest(role).get(`${path}?${query}`);
    return { total: body.meta.total, entries: body.activities as Entry[] };
  };

  test('holders of the module’s grant read titles, notes and changes', async () => {
    const { entries } = await list('content_moderator', 'module=blog');
    expect(entries.map(({ description }) => description)).toEqual([
      'Created blog post "Party"',
      'Deleted blog post "Takeover"',
      'Updated blog post "Takeover"',
      'Created blog post "Merger"',
    ]);
    expect(entries[2]).toMatchObject({ changes: { title: { old: 'Merger', new: 'Takeover' } } });
    expect(entries[3]).toMatchObject({ note: 'We buy the Harbour', metadata: { title: 'Merger' } });
    expect((await list('hr', 'module=job')).entries[0]?.description).toBe('Created job posting "Successor"');
  });

  test.each([
    ['user', /Merger|Takeover|Harbour|Successor|Board/],
    ['hr', /Merger|Takeover|Harbour/],
    ['content_moderator', /Successor|Board/],
  ] as const)(
    '%s reads "A draft" in place of what is not theirs, in the log and its file',
    async (role, words) => {
      const { total, entries } = await list(role);
      expect(total).toBe(5);
      expect(JSON.stringify(entries)).not.toMatch(words);
      expect(JSON.stringify(await site.as(role).activities.list.query({}))).not.toMatch(words);
      expect((await site.rest(role).get('/api/admin/activities.csv')).body).not.toMatch(words);
    },
  );

  test('of a hidden item only the fact of a change is shown, and of a public one everything but the changes', async () => {
    const { entries } = await list('user');
    expect(entries.map(({ description }) => description)).toEqual([
      'Created job posting: A draft',
      'Created blog post "Party"',
      'Deleted blog post: A draft',
      'Updated blog post: A draft',
      'Created blog post: A draft',
    ]);
    for (const entry of entries) expect(entry).not.toHaveProperty('changes');
    for (const entry of entries.filter(({ description }) => description.endsWith('A draft'))) {
      expect(entry).toMatchObject({ metadata: {}, verified: true });
      expect(entry).not.toHaveProperty('note');
    }
    expect(entries[1]?.metadata).toMatchObject({ title: 'Party' });
  });

  test.each([
    ['merger', { user: 0, hr: 0, content_moderator: 1, admin: 1 }],
    ['takeover', { user: 0, hr: 0, content_moderator: 2, admin: 2 }],
    ['successor', { user: 0, hr: 1, content_moderator: 0, admin: 1 }],
    ['party', { user: 1, hr: 1, content_moderator: 1, admin: 1 }],
    ['a draft', { user: 4, hr: 3, content_moderator: 1, admin: 0 }],
    ['the content_mod', { user: 4, hr: 4, content_moderator: 4, admin: 4 }],
    // Too short for the index.
    ['ty', { user: 1, hr: 1, content_moderator: 1, admin: 1 }],
    ['rg', { user: 0, hr: 0, content_moderator: 1, admin: 1 }],
  ])('a search for "%s" finds only by what one reads', async (word, wanted) => {
    const query = `search=${encodeURIComponent(word)}`;
    for (const [role, count] of Object.entries(wanted) as [Role, number][]) {
      const { total, entries } = await list(role, query);
      expect([total, entries.length], role).toEqual([count, count]);
      const file = await site.rest(role).get(`/api/admin/activities.csv?${query}`);
      expect(file.body.trim().split('\r\n').length - 1, role).toBe(count);
      expect((await list(role, `${query}&module=blog&page=1`)).total, role).toBeLessThanOrEqual(count);
    }
  });

  test('an entry about an item that was never public is shown to permitted users only', async () => {
    const told = { type: 'update', module: 'blog', description: 'Soon: the Harbour', metadata: {} };
    const { body } = await site.rest('content_moderator').post(path, told);
    expect(body.activity).toMatchObject({ description: 'Soon: the Harbour', note: 'Soon: the Harbour' });
    const [entry] = (await list('user')).entries;
    expect(entry).toMatchObject({ description: 'Reported: updated blog post, a draft', verified: false });
    expect(entry).not.toHaveProperty('note');
    expect(JSON.stringify((await list('hr')).entries)).not.toMatch(/Harbour/);
  });

  test('log, histories, file, undo, webhooks and stream follow the grant of each module, and the scopes of each token', async () => {
    const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
    const admin = site.rest('admin');
    const bearerOf = async (...scopes: string[]) => {
      const { body } = await admin.post('/api/admin/tokens', { name: 'Reader', scopes });
      return { authorization: `Bearer ${body.secret}` };
    };
    const follow = async (headers: Record<string, string>) => {
      const stream = await openLiveStream(url, headers);
      if (stream.status === 200) await stream.next();
      return stream;
    };
    const narrow = await bearerOf('activities:read', 'csv:read');
    const events = sampledModules.map(({ name }) => `${name}.updated`);
    const webhook = { name: 'All', url: 'https://example.com/hook', events };
    expect((await admin.post('/api/admin/webhooks', webhook)).status).toBe(201);
    const streams = new Map<Role, LiveStream>();
    for (const role of roles) {
      const authorization = `Bearer ${await site.openSession(role)}`;
      streams.set(role, await follow({ authorization }));
    }
    for (const { name, path: rows, log, sample, title } of sampledModules) {
      const created = await admin.post(`/api${rows}`, sample());
      const id = created.body.id ?? (await list('admin', 'per_page=1')).entries[0]!.item_id;
      await admin.patch(`/api${rows}/${id}`, { [title]: `Marked ${name}` });
      const [{ id: entry }] = (await list('admin', 'per_page=1')).entries as [Entry];
      const wide = await bearerOf('activities:read', 'csv:read', `${name}:read`);
      const readers: Reader[] = [
        ...roles.map((role) => ({
          of: role,
          caller: site.rest(role),
          may: hasGrant(role, `${name}:manage`),
        })),
        { of: 'a narrow token', caller: site.rest('anonymous'), headers: narrow, may: false },
        { of: 'a wide token', caller: site.rest('anonymous'), headers: wide, may: true },
      ];
      for (const { of, caller, headers, may } of readers) {
        const note = `${of}, ${name}`;
        const { body } = await caller.get(`${path}?per_page=5`, headers);
        const shown = body.activities.find((each: Entry) => each.id === entry);
        for (const member of ['changes', 'item_id', 'version_before', 'version_after'])
          expect(member in shown, `${note}: ${member}`).toBe(may);
        const ofItem = await caller.get(`${path}?module=${log}&item_id=${id}`, headers);
        expect(ofItem.status, `${note}: of one item`).toBe(may ? 200 : 403);
        const history = await caller.get(`/api${rows}/${id}/versions`, headers);
        expect(history.status, `${note}: history`).toBe(may ? 200 : 403);
        const file = await caller.get(`${path}.csv?module=${log}`, headers);
        expect(file.body.includes(`→ Marked ${name}`), `${note}: as a file`).toBe(may);
        const undone = await caller.post(`${path}/${entry}/undo`, {}, headers);
        if (!may || headers) expect(undone.status, `${note}: undo`).toBe(403);
        // Who chooses where events go may read every module.
        const asked = await caller.post('/api/admin/webhooks', webhook, headers);
        expect(asked.status === 201 ? may : asked.status === 403, `${note}: webhooks`).toBe(true);
      }
    }
    const sent = await site.database.fork().find(WebhookDelivery, {});
    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(events));
    for (const { payload } of sent) expect(payload, 'names of columns, no values').not.toContain('Marked');

    await admin.put('/api/admin/settings/company', { value: { name: 'Last' } });
    for (const [role, stream] of streams) {
      const mayFollow = hasGrant(role, 'panel:follow');
      expect(stream.status, `${role}: stream`).toBe(mayFollow ? 200 : 403);
      const told = new Set<string>();
      if (mayFollow)
        await stream.next(({ changed }) => {
          for (const part of changed) told.add(part);
          return told.has('settings');
        });
      stream.close();
      for (const { name } of sampledModules)
        expect(told.has(name), `${role}, ${name}: stream`).toBe(
          mayFollow && hasGrant(role, `${name}:manage`),
        );
    }
    for (const headers of [
      narrow,
      await bearerOf('activities:read', ...sampledModules.map(({ name }) => `${name}:read`)),
    ])
      expect((await follow(headers)).status, 'a token: stream').toBe(403);
  });
});
