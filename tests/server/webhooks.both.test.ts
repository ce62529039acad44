// On both databases: the SQL that queues events for webhooks, that finds the oldest delivery of each item, and that
// claims one for one instance.
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { queueRowEvents } from '../../src/log/webhook-queue.ts';
import { Webhook, WebhookDelivery } from '../../src/log/webhook.entity.ts';
import { logNameOfModule } from '../../src/shared/module-facts.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { sendDueDeliveries } from '../../src/modules/webhooks/deliveries.ts';
import { startWebhookSender, sweepDeliveries } from '../../src/modules/webhooks/webhook-sender.ts';
import { switchOffBeforeImport } from '../../src/modules/webhooks/webhooks.ts';
import { restCaller } from '../support/callers.ts';
import { day, hour, minute, second, stoppedClock } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { randomFrom, seed } from '../support/random.ts';
import { useSite } from '../support/use-site.ts';
import { requiredFields } from '../support/visitor-forms.ts';
import {
  deliverAll,
  dyingAt,
  Killed,
  startReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';
import { isShortForm } from '../support/test-form.ts';

const job = (title: string, more = {}) => ({
  title,
  type: 'Full-time',
  location: 'London',
  department: 'Development',
  description: 'Builds.',
  requirements: ['Patience'],
  responsibilities: ['Build'],
  is_active: true,
  ...more,
});

const rowEvents = ['jobs.created', 'jobs.updated', 'jobs.deleted'];

describe.each(databaseKinds)('webhooks on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const clock = stoppedClock();
  let receiver: WebhookReceiver;
  const site = useSite({
    on: kind,
    clock,
    parts: async () => {
      receiver = await startReceiver(clock);
      return { webhookHosts: [receiver.host] };
    },
  });
  afterAll(() => receiver.close());
  beforeEach(() => {
    receiver.arrivals.length = 0;
    receiver.answer = () => 204;
    receiver.secret = undefined;
  });
  /** With a session of this moment, so that no proof of identity is too old. */
  const admin = () => {
    let session: Promise<string> | undefined;
    return restCaller(site.app, async () => {
      session ??= site.openSession('admin');
      return { authorization: `Bearer ${await session}` };
    });
  };
  const create = async (events: string[], path = '/hook') => {
    const { status, body } = await admin().post('/api/admin/webhooks', {
      name: 'Build',
      url: receiver.url(path),
      events,
    });
    expect(status).toBe(201);
    return body as { webhook: { id: number }; secret: string };
  };
  const deliver = (isOver?: () => boolean) => deliverAll(site.delivering(), clock, isOver);
  const accepted = () => receiver.arrivals.filter(({ isAccepted }) => isAccepted);
  const types = () => accepted().map(({ type }) => type);
  const deliveriesOf = (id: number) =>
    site.database.fork().find(WebhookDelivery, { webhook: id }, { orderBy: { id: 'asc' } });

  test.skipIf(isShortForm)(
    '200 events arrive at least once, signed and in the order of their row, at an endpoint that fails, breaks off and is away',
    async () => {
      const { secret } = await create(rowEvents);
      receiver.secret = secret;
      const ids = Array.from({ length: 20 }, (_, at) => at + 1);
      const changeAll = (type: 'create' | 'update' | 'delete') =>
        inTransaction({ ...site.work(), now: clock.now() }, async (tx) => {
          for (const id of ids)
            await queueRowEvents(tx, type, logNameOfModule('jobs'), { id, isPublic: true });
        });
      await changeAll('create');
      const back = await receiver.goAway();
      const begun = clock.now().getTime();
      const isHourOver = () => clock.now().getTime() - begun >= hour;
      await deliver(isHourOver);
      expect(receiver.arrivals).toEqual([]);
      for (let edit = 0; edit < 8; edit += 1) await changeAll('update');
      await changeAll('delete');
      await back();
      const random = randomFrom(seed);
      // An event is given up after ten tries, of which up to five were in the hour before.
      const mostFailures = 4;
      receiver.answer = ({ id }) => {
        if (receiver.arrivals.filter((one) => one.id === id).length >= mostFailures) return 204;
        const chance = random();
        if (chance < 0.4) return 500;
        return chance < 0.5 ? 'cut' : 204;
      };
      await deliverAll(site.delivering(), clock, () => false, hour);

      expect(receiver.arrivals.filter(({ isAccepted }) => !isAccepted).length).toBeGreaterThan(80);
      expect(new Set(accepted().map(({ id }) => id)).size).toBe(200);
      for (const id of ids) {
        const seen = new Set<string>();
        const firsts = accepted().filter(
          (one) => one.item === String(id) && !seen.has(one.id) && seen.add(one.id),
        );
        expect(
          firsts.map(({ type }) => type.split('.')[1]),
          `job ${id}`,
        ).toEqual(['created', ...Array<string>(8).fill('updated'), 'deleted']);
      }
    },
  );

  test.skipIf(isShortForm)(
    'a process that ends at any step loses no event and keeps the order of a row',
    async () => {
      const { webhook, secret } = await create([...rowEvents, 'site.changed']);
      receiver.secret = secret;
      let kills = 0;
      for (let moment = 1; ; moment += 1) {
        receiver.arrivals.length = 0;
        receiver.answer = () => (moment % 3 === 0 && receiver.arrivals.length === 0 ? 500 : 204);
        const caller = admin();
        const { id } = (await caller.post('/api/admin/jobs', job(`Job ${moment}`))).body;
        await caller.patch(`/api/admin/jobs/${id}`, { title: `Edit ${moment}` });
        clock.forward(11 * second);
        const mortal = dyingAt(site.delivering(), moment);
        await sendDueDeliveries(mortal, webhook.id).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        if (mortal.hasDied()) kills += 1;
        await deliver();
        const seen = new Set<string>();
        const firsts = accepted().filter((one) => !seen.has(one.id) && seen.add(one.id));
        const ofRow = firsts.filter(({ item }) => item === String(id)).map(({ type }) => type);
        expect(ofRow, `killed at ${moment}`).toEqual(['jobs.created', 'jobs.updated']);
        expect(
          firsts.filter(({ type }) => type === 'site.changed').length,
          `killed at ${moment}`,
        ).toBeGreaterThan(0);
        const left = await site.database.fork().count(WebhookDelivery, { state: { $ne: 'delivered' } });
        expect(left, `killed at ${moment}`).toBe(0);
        if (!mortal.hasDied()) break;
      }
      expect(kills).toBeGreaterThan(15);
    },
  );

  test('two instances send each event once', async () => {
    const { webhook } = await create(rowEvents);
    const caller = admin();
    for (let row = 0; row < 12; row += 1) await caller.post('/api/admin/jobs', job(`Job ${row}`));
    await Promise.all([1, 2, 3].map(() => sendDueDeliveries(site.delivering(), webhook.id)));
    expect(receiver.arrivals).toHaveLength(12);
  });

  testOnce('an event that waits for another of its row is sent as soon as that has arrived', async () => {
    const { webhook } = await create(rowEvents);
    const { id } = (await admin().post('/api/admin/jobs', job('Job'))).body;
    await admin().patch(`/api/admin/jobs/${id}`, { title: 'Edit' });
    receiver.answer = async ({ type }) => {
      // Another instance finds the second event behind the first one, and postpones it.
      if (type === 'jobs.created') await sendDueDeliveries(site.delivering(), webhook.id);
      return 204;
    };
    for (const _ of [1, 2]) await sendDueDeliveries(site.delivering(), webhook.id);
    expect(types()).toEqual(['jobs.created', 'jobs.updated']);
  });

  testOnce('an event has names and no values, and no path while visitors cannot see the row', async () => {
    await create([...rowEvents, 'team.created', 'settings.updated', 'inbox.received']);
    const caller = admin();
    const { id } = (await caller.post('/api/admin/jobs', job('Secret plan', { is_active: false }))).body;
    await caller.patch(`/api/admin/jobs/${id}`, { title: 'Secret plans', location: 'Paris' });
    await caller.patch(`/api/admin/jobs/${id}`, { title: 'Secret plans', location: 'Paris' });
    await caller.patch(`/api/admin/jobs/${id}`, { is_active: true });
    await caller.delete(`/api/admin/jobs/${id}`);
    await deliver();
    expect(accepted().map(({ type, data }) => [type, data])).toEqual([
      ['jobs.created', { id, path: null, is_public: false, changed: [] }],
      ['jobs.updated', { id, path: null, is_public: false, changed: ['title', 'location'] }],
      ['jobs.updated', { id, path: `/career/${id}`, is_public: true, changed: ['is_active'] }],
      ['jobs.deleted', { id, path: null, is_public: false, changed: [] }],
    ]);
    expect(JSON.stringify(receiver.arrivals)).not.toContain('Secret');
  });

  testOnce('a change that fails leaves no event', async () => {
    await create(rowEvents);
    const caller = admin();
    const { id } = (await caller.post('/api/admin/jobs', job('Once'))).body;
    expect((await caller.patch(`/api/admin/jobs/${id}`, { title: 'Twice', version: 9 })).status).toBe(409);
    expect((await caller.post('/api/admin/jobs', job(''))).status).toBe(422);
    await deliver();
    expect(types()).toEqual(['jobs.created']);
  });

  test('changes within ten seconds are one site.changed, and a change that visitors cannot see is none', async () => {
    await create(['site.changed']);
    const caller = admin();
    await caller.post('/api/admin/jobs', job('Draft', { is_active: false }));
    await deliver();
    expect(types()).toEqual([]);
    const { id } = (await caller.post('/api/admin/jobs', job('Shown'))).body;
    for (const title of ['A', 'B', 'C', 'D']) await caller.patch(`/api/admin/jobs/${id}`, { title });
    await deliver(() => receiver.arrivals.length > 0);
    await caller.patch(`/api/admin/jobs/${id}`, { is_active: false });
    await deliver();
    expect(types()).toEqual(['site.changed', 'site.changed']);
  });

  testOnce('a message and a saved group of settings have an event', async () => {
    await create(['inbox.received', 'settings.updated']);
    await site.rest('anonymous').post('/api/contact', requiredFields.contact);
    const company = site.as('admin').settings;
    const { value, version } = await company.one.query({ group: 'company' });
    await company.update.mutate({ group: 'company', value: { ...value, name: 'Another' }, version });
    await deliver();
    // Events of different items do not wait for each other.
    const inOrder = accepted().toSorted((one, other) => one.type.localeCompare(other.type));
    expect(inOrder.map(({ type, data }) => [type, data])).toEqual([
      ['inbox.received', { id: expect.any(Number), kind: 'contact', about_id: null }],
      ['settings.updated', { group: 'company' }],
    ]);
  });

  testOnce(
    'a webhook ends after a week without a success or with a 410, its maker gets a mail, and it goes on where it was',
    async () => {
      const week = await create(rowEvents, '/week');
      const gone = await create(['jobs.created'], '/gone');
      receiver.answer = ({ path }) => (path === '/gone' ? 410 : 503);
      for (let event = 0; event < 4; event += 1) {
        await admin().post('/api/admin/jobs', job(`Job ${event}`));
        await deliver();
      }
      const webhooks = (await admin().get('/api/admin/webhooks')).body.webhooks;
      expect(webhooks.map((one: Record<string, unknown>) => [one.is_active, one.off_reason])).toEqual([
        [false, 'No delivery has arrived for a week. The answer was 503'],
        [false, 'The receiver answers that it is gone (410)'],
      ]);
      const mails = await site.database
        .fork()
        .find(OutboxMail, { subject: { $like: '%Webhook switched off%' } });
      expect(mails.map(({ address }) => address)).toEqual(Array(2).fill('admin@example.com'));
      expect(mails[0]!.text).toContain('/admin/webhooks');
      const before = receiver.arrivals.length;
      await deliver();
      expect(receiver.arrivals).toHaveLength(before);
      receiver.answer = () => 204;
      const waiting = (await deliveriesOf(week.webhook.id)).filter(({ state }) => state === 'waiting').length;
      expect(waiting).toBeGreaterThan(0);
      await admin().patch(`/api/admin/webhooks/${week.webhook.id}`, { is_active: true });
      await deliver();
      expect(accepted().filter(({ path }) => path === '/week')).toHaveLength(waiting);
      expect((await deliveriesOf(gone.webhook.id)).map(({ state }) => state)).toEqual(['waiting']);
    },
  );

  testOnce('a try waits longer each time, and as long as the receiver asks for', async () => {
    const { webhook } = await create(['jobs.created']);
    receiver.answer = () => 500;
    await admin().post('/api/admin/jobs', job('Late'));
    const waits: number[] = [];
    for (let tries = 1; tries <= 9; tries += 1) {
      await sendDueDeliveries(site.delivering(), webhook.id);
      const [delivery] = await deliveriesOf(webhook.id);
      expect(delivery!.tries).toBe(tries);
      const waitMs = new Date(delivery!.next_try_at).getTime() - clock.now().getTime();
      waits.push(waitMs);
      clock.forward(waitMs);
    }
    const usual = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440].map((minutes) => minutes * minute);
    for (const [index, wait] of waits.entries()) {
      expect(wait, `wait ${index}`).toBeGreaterThanOrEqual(usual[index]! * 0.79);
      expect(wait, `wait ${index}`).toBeLessThanOrEqual(usual[index]! * 1.21);
    }
    await sendDueDeliveries(site.delivering(), webhook.id);
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ state: 'failed', tries: 10, status: 500 });

    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '1800' } });
    await admin().post('/api/admin/jobs', job('Busy'));
    await sendDueDeliveries(site.delivering(), webhook.id);
    const [, busy] = await deliveriesOf(webhook.id);
    expect(new Date(busy!.next_try_at).getTime() - clock.now().getTime()).toBe(30 * minute);
  });

  testOnce('a delivery is sent again with its id, and a test answers with its result', async () => {
    const { webhook, secret } = await create(['jobs.created']);
    receiver.secret = secret;
    await admin().post('/api/admin/jobs', job('Once'));
    await deliver();
    const list = async () =>
      (await admin().get(`/api/admin/webhooks/${webhook.id}/deliveries`)).body.deliveries;
    const [delivery] = await list();
    expect(delivery).toMatchObject({ state: 'delivered', tries: 1, status: 204, error: null });
    expect((await admin().post(`/api/admin/webhooks/deliveries/${delivery.id}/repeat`)).status).toBe(200);
    expect((await admin().post(`/api/admin/webhooks/deliveries/${delivery.id}/repeat`)).status).toBe(409);
    await deliver();
    expect(receiver.arrivals.map(({ id }) => id)).toEqual(Array(2).fill(delivery.event_id));
    const test = async () => (await admin().post(`/api/admin/webhooks/${webhook.id}/test`)).body.delivery;
    expect(await test()).toMatchObject({ type: 'ping', state: 'delivered', status: 204 });
    receiver.answer = () => ({ status: 302, headers: { location: 'http://169.254.169.254/' } });
    expect(await test()).toMatchObject({ state: 'failed', error: 'Redirects are not followed (302)' });
    expect(await deliveriesOf(webhook.id)).toHaveLength(3);
    await deliver();
    expect(receiver.arrivals).toHaveLength(4);
  });

  testOnce('a receiver that takes an event and does not answer has ten seconds', async () => {
    const { webhook } = await create(['jobs.created']);
    receiver.answer = () => 'hang';
    const end = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
    try {
      const answer = admin().post(`/api/admin/webhooks/${webhook.id}/test`);
      await expect.poll(() => receiver.arrivals.length).toBe(1);
      expect(timeout).toHaveBeenCalledExactlyOnceWith(10 * second);
      end.abort(new DOMException('The time is over', 'TimeoutError'));
      const { delivery } = (await answer).body;
      expect(delivery).toMatchObject({ state: 'failed', error: 'There was no answer within 10 seconds' });
    } finally {
      timeout.mockRestore();
    }
  });

  testOnce('a replaced secret signs for a day more, and none is stored in the open', async () => {
    const { webhook, secret } = await create(['jobs.created']);
    const url = `/api/admin/webhooks/${webhook.id}/secret`;
    expect((await admin().get(url)).body).toEqual({ secret });
    const { secret: next } = (await admin().post(url)).body;
    expect(next).not.toBe(secret);
    const signedBy = async (key: string) => {
      receiver.secret = key;
      return (await admin().post(`/api/admin/webhooks/${webhook.id}/test`)).body.delivery.status;
    };
    expect([await signedBy(secret), await signedBy(next)]).toEqual([204, 204]);
    clock.forward(day + minute);
    expect([await signedBy(secret), await signedBy(next)]).toEqual([401, 204]);
    const stored = await site.database.fork().findOneOrFail(Webhook, webhook.id);
    for (const value of [stored.secret, stored.old_secret]) expect(value).toMatch(/^sealed\./);
  });

  test('deliveries are kept for 30 days and in a number, those that wait longest', async () => {
    const { webhook } = await create(['jobs.created']);
    const caller = admin();
    for (let row = 0; row < 6; row += 1) {
      receiver.answer = () => (row % 2 === 0 ? 204 : 500);
      await caller.post('/api/admin/jobs', job(`Job ${row}`));
      await sendDueDeliveries(site.delivering(), webhook.id);
    }
    const states = async () => (await deliveriesOf(webhook.id)).map(({ state }) => state);
    const sweep = (limit?: number) => sweepDeliveries({ em: site.database.fork(), now: clock.now() }, limit);
    await sweep();
    expect(await states()).toHaveLength(6);
    await sweep(4);
    expect(await states()).toEqual(['waiting', 'waiting', 'delivered', 'waiting']);
    await sweep(2);
    expect(await states()).toEqual(['waiting', 'waiting']);
    clock.forward(30 * day + minute);
    await sweep();
    expect(await states()).toEqual([]);
  });

  testOnce('an import switches every webhook off and says why', async () => {
    await create(['jobs.created']);
    expect(await switchOffBeforeImport(site.database.fork())).toBe(1);
    const [webhook] = (await admin().get('/api/admin/webhooks')).body.webhooks;
    expect(webhook).toMatchObject({ is_active: false, off_reason: expect.stringContaining('imported') });
  });

  testOnce(
    'a running server sends as soon as a change is committed, and a slow receiver delays no other',
    async () => {
      await create(['jobs.created'], '/slow');
      await create(['jobs.created'], '/fast');
      const { em: _, ...ctx } = site.delivering();
      const stop = startWebhookSender({ ...ctx, database: site.database }, (error) =>
        expect.fail(String(error)),
      );
      receiver.answer = ({ path }) => (path === '/slow' ? 'hang' : 204);
      const caller = admin();
      for (let row = 0; row < 3; row += 1) {
        await caller.post('/api/admin/jobs', job(`Job ${row}`));
        const arrived = () => accepted().filter(({ path }) => path === '/fast').length;
        await expect.poll(arrived).toBe(row + 1);
      }
      await stop();
    },
  );
});
