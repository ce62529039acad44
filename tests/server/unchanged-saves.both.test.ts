// On both databases: stored times and JSON, with which a save is compared.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildFormData, type RestAnswer } from '../support/callers.ts';
import { groupNames } from '../../src/shared/settings/groups.ts';
import { minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { type Sample, sampledModules, testedModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

/** What each call changes, and the keys by which a report about a save that changed nothing is recognised. */
const uncompared = ['sessions', 'try_counters', 'used_keys'];

describe.each(databaseKinds)('on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock });
  const admin = () => site.rest('admin');

  let item: { id: number; path: string };
  beforeEach(async () => {
    const file = await picture({ width: 300, height: 200 }, 'wall.png');
    ({ item } = (await admin().post('/api/admin/media', buildFormData({ file, alt: 'A wall' }))).body);
  });

  const readEverything = async () => {
    const tables = sql<{ name: string }>`${sql.raw(
      kind === 'sqlite'
        ? `select name from sqlite_master where type = 'table' and name not like '%fts%'`
        : `select tablename as name from pg_tables where schemaname = 'public'`,
    )}`;
    const { rows: all } = await tables.execute(site.database.read);
    const contents: Record<string, unknown[]> = {};
    for (const { name } of all.filter((table) => !uncompared.includes(table.name)))
      contents[name] = (await sql`select * from ${sql.table(name)}`.execute(site.database.read)).rows;
    return contents;
  };

  const expectNothing = async (way: string, act: () => Promise<RestAnswer>) => {
    const first = await act();
    expect(first.status, `${way}: ${JSON.stringify(first.body)}`).toBe(200);
    await site.settled();
    clock.forward(minute);
    const [stored, content] = [await readEverything(), site.database.content.known()];
    const second = await act();
    await site.settled();
    expect(second.status, way).toBe(200);
    expect(await readEverything(), way).toEqual(stored);
    expect(site.database.content.known(), `${way}: cached responses`).toBe(content);
  };

  /** Returns a value for every kind of column, written as callers may write it, not as it is stored. */
  const richSample = ({ name, columns, sample }: (typeof sampledModules)[number]): Sample => {
    const values: Record<string, unknown> = {
      html: `<p>A <b>text</b> <a href="https://example.com/?a=1&b=2">link</a></p><figure><img data-media="${item.id}"></figure>`,
      moment: '2031-05-01T10:00:00.000+02:00',
      slug: `${name}-slug`,
      media: item.id,
      gallery: [{ media_id: item.id, caption: 'C' }],
      figures: [{ number: '4', unit: '%', meaning: 'Less' }],
    };
    const rich = Object.entries(columns).map(([key, column]) => [key, values[column.kind]]);
    const ends = columns.unpublish_at && { unpublish_at: '2032-05-01T10:00:00+02:00' };
    return { ...sample(), ...Object.fromEntries(rich.filter(([, value]) => value !== undefined)), ...ends };
  };

  const modules = testedModules.filter(
    ({ name }) => !(isShortForm && kind === 'postgresql') || name === 'blog',
  );
  test.each(modules)('a change of $name that is made again stores nothing', async (module) => {
    const { path, one, sample, picture: field, publicBy, schedule, groups, position } = module;
    const url = `/api${path}`;
    const { id } = (await admin().post(url, sample('other'))).body;
    const at = `${url}/${id}`;
    const read = async () => (await admin().get(at)).body[one];
    await expectNothing('PUT', () => admin().put(at, richSample(module)));
    await expectNothing('PUT of the row as it is read', async () => admin().put(at, await read()));
    await expectNothing('PATCH', () => admin().patch(at, sample('again')));
    const external = { external_id: `elsewhere:${id}`, external_hash: '5f2a' };
    await expectNothing('external id', () => admin().patch(at, external));
    await expectNothing('restored version', () => admin().post(`${at}/versions/1/restore`));
    const group = (await read())[groups];
    await expectNothing('group', () => admin().post(`${url}/group`, { ids: [id], [groups]: group }));
    for (const isPublic of publicBy ? [false, true] : [])
      await expectNothing(`published: ${isPublic}`, () =>
        admin().post(`${url}/publication`, { ids: [id], [publicBy!]: isPublic }),
      );
    const until = schedule?.endColumn;
    if (until)
      await expectNothing('end of publication', () =>
        admin().put(`${at}/publishing`, { [until]: '2033-01-01T00:00:00+14:00' }),
      );
    if (field) {
      await expectNothing('picture by id', () => admin().patch(at, { [field]: item.id }));
      await expectNothing('picture by path', () => admin().patch(at, { [field]: item.path }));
      await expectNothing('description', () => admin().patch(at, { image_alt: 'Another' }));
      await expectNothing('form', () =>
        admin().post(at, buildFormData({ _method: 'PUT', ...asFields(sample()), existing_image: item.path })),
      );
      await expectNothing('no picture', () => admin().patch(at, { [field]: null }));
    }
    if (position) {
      const { id: after } = (await admin().post(url, sample('neighbour'))).body;
      await expectNothing('move', () => admin().post(`${at}/move`, { after }));
    }
  });

  testOnce('a change of anything else that is made again stores nothing', async () => {
    const { em } = site.work();
    const { id: user_id } = await createUser(em, { email: 'eve@example.com', role: 'hr' });
    const user = `/api/admin/users/${user_id}`;
    const { id } = await createMessage(em);
    const ids = [id];
    const messages = '/api/admin/messages';
    const words = { alt: 'W', caption: 'C', credit: 'D', tags: ['b', 'a'], focal_x: 1, focal_y: 2 };
    const pictures = [{ media_id: item.id, caption: 'C', year: 2020, alt: 'Alt' }];
    const ways: [string, () => Promise<RestAnswer>][] = [
      ['PUT of a user', () => admin().put(user, { name: 'Eve', email: 'eve@example.com', role: 'hr' })],
      ['PATCH of a user', () => admin().patch(user, { name: 'Eva' })],
      ['deactivation', () => admin().post(`${user}/deactivate`)],
      ['reactivation', () => admin().post(`${user}/reactivate`)],
      ['picture of the library', () => admin().put(`/api/admin/media/${item.id}`, words)],
      ['gallery', () => admin().put('/api/admin/gallery', { pictures })],
      ['read message', () => admin().patch(`${messages}/${id}/read`)],
      ['unread message', () => admin().patch(`${messages}/${id}/unread`)],
      ...['read', 'unread', 'spam', 'not-spam', 'trash', 'restore'].map(
        (act): [string, () => Promise<RestAnswer>] => [
          `messages: ${act}`,
          () => admin().post(`${messages}/${act}`, { ids }),
        ],
      ),
      ['state', () => admin().post(`${messages}/state`, { ids, state: 'closed' })],
      ['assignment', () => admin().post(`${messages}/assign`, { ids, user_id })],
    ];
    for (const [way, act] of ways) await expectNothing(way, act);
    for (const name of groupNames) {
      const at = `/api/admin/settings/${name}`;
      await expectNothing(at, async () => admin().put(at, { value: (await admin().get(at)).body.value }));
    }
  });

  testOnce('a change that the values of the row do not show is a new version at a new time', async () => {
    const pictured = sampledModules.filter((module) => module.picture);
    for (const { name, path, one, sample, picture: field } of pictured) {
      const at = `/api${path}/${(await admin().post(`/api${path}`, { ...sample(), [field!]: item.id })).body.id}`;
      const { body: before } = await admin().get(at);
      clock.forward(minute);
      const { body: after } = await admin().patch(at, { image_alt: `A wall of ${name}` });
      expect(after[one].version, name).toBe(before[one].version + 1);
      expect(after[one].updated_at > before[one].updated_at, name).toBe(true);
    }
  });
});

function asFields(sample: Sample): Record<string, string> {
  const entries = Object.entries(sample).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return Object.fromEntries(entries);
}
