import { describe, expect, test } from 'vitest';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const path = '/api/admin/messages';

describe.each(databaseKinds)('the inbox on %s', (kind) => {
  const site = useSite({
    on: kind,
    fill: async (site) => {
      const em = site.database.fork();
      const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 12, minute));
      await createMessage(em, { subject: 'Übergabe', created_at: at(1), is_read: true });
      await createMessage(em, { message: 'It costs 100% more', created_at: at(2), phone: '+49 1' });
      await createMessage(em, {
        name: 'Zoë',
        created_at: at(3),
        details: { company: 'Tram' },
        kind: 'quotation',
      });
      await createMessage(em, { subject: 'Cheap', created_at: at(4), spam_reasons: ['only links'] });
      await createMessage(em, { kind: 'application', attachment_name: 'cv.pdf', created_at: at(5) });
    },
  });

  const idsOf = async (query: string) => {
    const { body } = await site.rest('hr').get(`${path}${query}`);
    return body.messages.map(({ id }: { id: number }) => id);
  };

  test('messages come newest first, whole, without spam', async () => {
    const { body } = await site.rest('hr').get(path);
    expect(body.meta.total).toBe(4);
    expect(body.messages.map(({ id }: { id: number }) => id)).toEqual([5, 3, 2, 1]);
    expect(body.messages[1]).toEqual({
      id: 3,
      kind: 'quotation',
      subject: 'A question',
      message: 'How much is it?',
      name: 'Zoë',
      email: 'ada@example.com',
      phone: null,
      is_read: false,
      created_at: '2020-01-01T12:03:00.000Z',
      details: { company: 'Tram' },
      attachment: null,
      state: 'open',
      assignee: null,
      about_id: null,
      stage: null,
      last_incoming_at: '2020-01-01T12:03:00.000Z',
      remind_at: null,
      folder: 'inbox',
    });
    expect(body.messages[0].attachment).toEqual({
      name: 'cv.pdf',
      path: '/api/admin/messages/5/attachment',
    });
    expect(await site.as('admin').inbox.list.query({})).toEqual(body);
  });

  test('they are found by subject, words, name and address, and by whether they are read', async () => {
    expect(await idsOf('?search=%C3%BCBER')).toEqual([1]);
    expect(await idsOf('?search=100%25')).toEqual([2]);
    expect(await idsOf('?search=zo%C3%8B')).toEqual([3]);
    expect(await idsOf('?search=cheap')).toEqual([]);
    expect(await idsOf('?search=ada@example.com')).toEqual([5, 3, 2, 1]);
    expect(await idsOf('?is_read=1')).toEqual([1]);
    expect(await idsOf('?is_read=false')).toEqual([5, 3, 2]);
    expect(await idsOf('?page=2&per_page=3')).toEqual([1]);
    expect((await site.rest('hr').get(`${path}?is_read=maybe`)).body.errors).toHaveProperty('is_read');
  });

  test('reading one removes it from the unread ones, for all users, once', async () => {
    expect((await site.rest('admin').get(`${path}/unread?per_page=2`)).body).toMatchObject({
      messages: [{ id: 5 }, { id: 3 }],
      meta: { total: 3, page: 1, per_page: 2 },
    });
    const [first, second] = await Promise.all([
      site.rest('hr').patch(`${path}/3/read`),
      site.as('admin').inbox.markRead.mutate({ id: 3 }),
    ]);
    expect(first).toMatchObject({ status: 200, body: { message: { id: 3, is_read: true } } });
    expect(second.message).toEqual(first.body.message);
    expect((await site.rest('hr').patch(`${path}/3/read`)).body).toEqual(first.body);
    expect((await site.as('hr').inbox.unread.query({})).meta.total).toBe(2);
  });

  test('the oldest come first when asked for', async () => {
    expect(await idsOf('?sort=created_at:asc')).toEqual([1, 2, 3, 5]);
    expect(await idsOf('?sort=created_at:desc&before=3')).toEqual([2, 1]);
    expect((await site.rest('hr').get(`${path}?sort=name:asc`)).body.errors).toHaveProperty('sort');
  });

  test('several are read, taken out of the spam or deleted at once', async () => {
    const em = site.database.fork();
    const ids: number[] = [];
    for (const subject of ['One', 'Two', 'Spam']) {
      const spam_reasons = subject === 'Spam' ? ['only links'] : [];
      ids.push((await createMessage(em, { subject, created_at: new Date(1), spam_reasons })).id);
    }
    const [one, two, spam] = ids as [number, number, number];
    const post = async (act: string, ...asked: number[]) =>
      (await site.rest('hr').post(`${path}/${act}`, { ids: asked })).body.results;
    expect(await post('read', two, one, 999)).toEqual([
      { id: two, outcome: 'changed', version: expect.any(Number) },
      { id: one, outcome: 'changed', version: expect.any(Number) },
      { id: 999, outcome: 'not_found' },
    ]);
    expect(await post('read', one)).toEqual([{ id: one, outcome: 'unchanged' }]);
    expect(await post('not-spam', spam, one)).toEqual([
      { id: spam, outcome: 'changed', version: expect.any(Number) },
      { id: one, outcome: 'unchanged' },
    ]);
    expect(await idsOf('/unread')).toContain(spam);
    const { results } = await site.as('hr').inbox.removeMany.mutate({ ids });
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'changed']);
    expect(await idsOf('?search=Spam')).toEqual([]);
    const noted = await site.database.fork().find(SecurityEvent, { type: 'message_deleted' });
    expect(noted.map(({ details }) => details.message)).toEqual(expect.arrayContaining(ids));
    expect((await site.rest('content_moderator').post(`${path}/delete`, { ids: [1] })).status).toBe(403);
  });

  test('a deleted one is removed, and a second deletion finds nothing', async () => {
    expect(await site.rest('hr').delete(`${path}/2`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    for (const call of [site.rest('hr').delete(`${path}/2`), site.rest('hr').patch(`${path}/2/read`)]) {
      expect((await call).status).toBe(404);
    }
    expect(await idsOf('/unread')).toEqual([5, 3]);
  });

  test.each(['user', 'content_moderator', 'anonymous'] as const)('%s reads none of it', async (caller) => {
    const status = caller === 'anonymous' ? 401 : 403;
    const rest = site.rest(caller);
    for (const answer of [rest.get(path), rest.get(`${path}/unread`), rest.patch(`${path}/1/read`)]) {
      expect((await answer).status).toBe(status);
    }
    expect((await rest.delete(`${path}/1`)).status).toBe(status);
    await expect(site.as(caller).inbox.list.query({})).rejects.toMatchObject({
      data: { httpStatus: status },
    });
  });
});
