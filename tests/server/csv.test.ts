import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { databaseKinds } from '../support/database.ts';
import { createActivity, createMessage } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const messages = '/api/admin/messages.csv';
const activities = '/api/admin/activities.csv';

describe.each(databaseKinds)('files for a spreadsheet on %s', (kind) => {
  const site = useSite({
    on: kind,
    fill: async (site) => {
      const em = site.database.fork();
      const at = new Date('2020-01-01T12:00:00Z');
      // More than one batch with the same time: no row may be repeated or omitted.
      for (let n = 0; n < 1010; n += 1) em.persist(await newMessage(n, at));
      await em.flush();
      await createMessage(em, { subject: 'Cheap', spam_reasons: ['only links'] });
      await createMessage(em, {
        subject: 'Read 100%',
        is_read: true,
        details: { company: 'Tram, "Ltd"', note: 'ü' },
      });
      for (const start of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠A', '\t=1', '\r=1']) {
        await createMessage(em, { subject: `formula ${JSON.stringify(start)}`, message: start, name: start });
      }
      await createActivity(em, {
        description: '=HYPERLINK("https://evil.example.com")',
        module: 'team',
        type: 'delete',
      });
      await createActivity(em, {
        changes: { title: { old: 'A', new: 'B' } },
        type: 'update',
        is_verified: false,
      });
    },
  });

  async function newMessage(n: number, created_at: Date) {
    const words = {
      kind: 'contact',
      subject: `No. ${n}`,
      message: 'M',
      name: 'N',
      email: 'e@example.com',
    } as const;
    return Message.receive({ ...words, details: {} }, created_at);
  }

  const rows = async (path: string): Promise<Record<string, string>[]> => {
    const { status, body } = await site.rest('admin').get(path);
    expect(status).toBe(200);
    return parse(body, { bom: true, columns: true });
  };

  test('contain every message once, the newest first, but no spam', async () => {
    const all = await rows(messages);
    expect(all.length).toBe(1021);
    expect(new Set(all.map(({ Id }) => Id)).size).toBe(1021);
    expect(all.map(({ Subject }) => Subject)).not.toContain('Cheap');
    const moments = all.map(({ Received }) => Received!);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  test('hold what the filter shows', async () => {
    const [only, ...more] = await rows(`${messages}?is_read=true&search=100%25`);
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      Subject: 'Read 100%',
      Read: 'yes',
      Details: 'company: Tram, "Ltd"\nnote: ü',
    });
    expect(await rows(`${messages}?is_read=0&search=100%25`)).toEqual([]);
    expect((await rows(`${activities}?module=team&type=delete`)).length).toBe(1);
    expect(await rows(`${activities}?search=wrote`)).toMatchObject([
      { Changes: 'title: A → B', Confirmed: 'no' },
    ]);
    expect((await site.rest('admin').get(`${messages}?is_read=maybe`)).status).toBe(422);
  });

  test('hold no formula', async () => {
    const told = await rows(`${messages}?search=formula`);
    expect(told.map(({ Message }) => Message).toSorted()).toEqual(
      ["'\t=1", "'\r=1", "'+1", "'-1", "'=1+1", "'@SUM(A1)", "'＝1", "'＋1", "'－1", "'＠A"].toSorted(),
    );
    expect(told.every(({ Name }) => Name!.startsWith("'"))).toBe(true);
    expect((await rows(`${activities}?module=team`))[0]!.Description).toMatch(/^'=HYPERLINK/);
  });

  test('are UTF-8 with a byte order mark, and are saved, never displayed or cached', async () => {
    const { body, headers } = await site.rest('hr').get(messages);
    expect(body.startsWith('\ufeffId,Received,')).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="messages-\d{4}-\d\d-\d\d\.csv"/),
      'cache-control': 'no-store',
    });
  });

  test('are sent to users who may see the list, and recorded in the security log', async () => {
    for (const [caller, status] of [
      ['anonymous', 401],
      ['user', 403],
      ['content_moderator', 403],
    ] as const) {
      expect((await site.rest(caller).get(messages)).status, caller).toBe(status);
    }
    expect((await site.rest('anonymous').get(activities)).status).toBe(401);
    for (const list of [messages, activities]) await site.rest('hr').get(list);
    const { events } = await site.as('admin').security.list.query({ type: 'exported' });
    expect(events).toMatchObject([
      { user_name: 'The hr', details: { call: 'activities.csv' } },
      { user_name: 'The hr', details: { call: 'inbox.csv' } },
    ]);
  });
});
