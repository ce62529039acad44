// On both databases: the query of due reminders, the order by moments, and the update of the scheduled task.
import { beforeEach, describe, expect, test } from 'vitest';
import { returnDueMessages } from '../../src/modules/inbox/reminders.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const path = '/api/admin/messages';
const zone = 'Europe/Berlin';
const dayMs = 24 * 60 * 60_000;
/** A Wednesday, so that Monday is not tomorrow. */
const today = new Date('2026-11-25T10:00:00Z');
const dayIn = (days: number) =>
  new Date(today.getTime() + days * dayMs).toLocaleDateString('sv-SE', { timeZone: zone });

describe.each(databaseKinds)('reminders on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind, parts: { clock: () => today } });
  const ids: number[] = [];
  beforeEach(async () => {
    const em = site.database.fork();
    const { version, value } = await site.as('admin').settings.one.query({ group: 'region' });
    await site
      .as('admin')
      .settings.update.mutate({ group: 'region', version, value: { ...value, time_zone: zone } });
    ids.length = 0;
    for (const hour of [1, 2, 3]) {
      const created_at = new Date(Date.UTC(2026, 0, 1, hour));
      ids.push((await createMessage(em, { subject: `At ${hour}`, created_at })).id);
    }
  });
  const runAt = (now: Date) =>
    returnDueMessages({ em: site.database.fork(), read: site.database.read, viewer: null, now });
  const remind = (on: unknown, id = ids[0]!) => site.rest('hr').post(`${path}/remind`, { ids: [id], on });
  const one = (id = ids[0]!) => site.as('hr').inbox.one.query({ id });
  const listed = async (sort?: 'listed_at:desc' | 'last_incoming_at:desc') =>
    (await site.as('hr').inbox.list.query({ per_page: 3, sort })).messages.map(({ id }) => id);

  testOnce('a reminder is at eight in the morning of its day, on the clock of the site', async () => {
    const clock = { timeZone: zone, hour: '2-digit', minute: '2-digit', weekday: 'short' } as const;
    for (const [on, shown] of [
      ['tomorrow', /08:00/],
      ['monday', /^Mon,? 08:00$/],
      [dayIn(40), /08:00/],
    ] as const) {
      expect((await remind(on)).body.results[0].outcome, on).toBe('changed');
      const { remind_at } = (await one()).message;
      expect(new Date(remind_at!).toLocaleString('en-GB', clock), on).toMatch(shown);
      expect(Date.parse(remind_at!), on).toBeGreaterThan(today.getTime());
    }
    expect((await one()).message.remind_at).toContain(dayIn(40));
  });

  testOnce('a day that is over or no day is refused in words, and changes nothing', async () => {
    for (const on of [dayIn(0), dayIn(-1), dayIn(400), '2026-02-30', 'someday', '', 5, undefined]) {
      const { status, body } = await remind(on);
      expect({ status, named: Object.keys(body.errors ?? {}) }, String(on)).toEqual({
        status: 422,
        named: ['on'],
      });
    }
    expect(await one()).toMatchObject({ message: { remind_at: null }, events: [] });
  });

  test('a due message is open, unread and the first of the panel’s list, and the timeline says so', async () => {
    const id = ids[0]!;
    await remind('tomorrow');
    await site.rest('hr').post(`${path}/state`, { ids: [id], state: 'closed' });
    const at = new Date((await one()).message.remind_at!);
    await runAt(new Date(at.getTime() - 1));
    expect((await one()).message).toMatchObject({ state: 'closed', remind_at: at.toISOString() });
    expect(await listed('listed_at:desc')).toEqual([ids[2], ids[1], id]);
    await runAt(at);
    await runAt(new Date(at.getTime() + dayMs));
    const { message, events } = await one();
    expect(message).toMatchObject({ state: 'open', is_read: false, remind_at: null });
    expect(events.map(({ type, user_name }) => [type, user_name])).toEqual([
      ['reminder', expect.any(String)],
      ['state', expect.any(String)],
      ['due', 'Schedule'],
    ]);
    expect(await listed('listed_at:desc')).toEqual([id, ids[2], ids[1]]);
    // Other programs keep their order.
    expect(await listed()).toEqual([ids[2], ids[1], id]);
    expect(await listed('last_incoming_at:desc')).toEqual([ids[2], ids[1], id]);
  });

  testOnce('who sets a reminder gets the message if nobody has it, and can undo both', async () => {
    const { body } = await remind('monday');
    const before = (await one()).message;
    expect(before.assignee).not.toBeNull();
    const [{ version }] = body.results;
    await site.rest('hr').post(`${path}/undo`, { rows: [{ id: ids[0], version }] });
    expect((await one()).message).toMatchObject({ assignee: null, remind_at: null });
    await remind('monday');
    expect((await remind(null)).body.results[0].outcome).toBe('changed');
    expect((await remind(null)).body.results[0].outcome).toBe('unchanged');
    const { message, events } = await one();
    expect(message).toMatchObject({ remind_at: null, assignee: before.assignee });
    expect(events.map(({ type }) => type)).toEqual(['reminder', 'reminder', 'reminder', 'reminder']);
  });

  testOnce('a message in the trash waits until it is restored', async () => {
    await remind('tomorrow');
    await site.rest('hr').post(`${path}/trash`, { ids: [ids[0]] });
    const late = new Date(today.getTime() + 3 * dayMs);
    await runAt(late);
    expect((await one()).message.folder).toBe('trash');
    await site.rest('hr').post(`${path}/restore`, { ids: [ids[0]] });
    await runAt(late);
    expect((await one()).message).toMatchObject({ folder: 'inbox', state: 'open', remind_at: null });
  });

  test('an answer of the visitor brings a message to the top of both orders', async () => {
    const id = ids[0]!;
    await site.rest('hr').post(`${path}/${id}/notes`, { text: 'Called', type: 'incoming', by: 'phone' });
    expect(await listed('listed_at:desc')).toEqual([id, ids[2], ids[1]]);
    expect(await listed('last_incoming_at:desc')).toEqual([id, ids[2], ids[1]]);
    expect(await listed()).toEqual([ids[2], ids[1], id]);
    const { message } = await one();
    expect(Date.parse(message.last_incoming_at)).toBeGreaterThan(Date.parse(message.created_at));
  });

  testOnce('more messages than one transaction takes are all returned', async () => {
    const em = site.database.fork();
    const due = new Date(today.getTime() - dayMs);
    for (let count = 0; count < 120; count++)
      em.persist(Object.assign(await createMessage(em), { remind_at: due }));
    await em.flush();
    await runAt(today);
    expect(await site.database.fork().count(Message, { remind_at: { $ne: null } })).toBe(0);
  });
});
