import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { queueAccountMails } from '../../src/modules/security-log/account-mails.ts';
import { createRateLimiter } from '../../src/limits/rate-limiter.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';
import { findWordsLeft } from '../support/words-left.ts';
import { chooseByForm } from '../support/test-form.ts';

const users = '/api/admin/users';

type Row = Record<string, unknown> & { id: number };
type Logs = Record<'activities' | 'security_events' | 'message_events' | 'blocked_senders', Row[]>;

const addresses = ['one', 'two', 'three'] as const;

/** Few names and addresses, so that they pass from one account to another. */
const step = fc.record({
  act: fc.constantFrom(
    'create',
    'create',
    'rename',
    'move',
    'work',
    'work',
    'delete',
    'delete',
    'erase',
    'erase',
    'erase',
  ),
  who: fc.nat(9),
  name: fc.constantFrom('Ann', 'Ben', 'Cem'),
  address: fc.constantFrom(...addresses),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The steps after all others: everybody who is left works and leaves, and each address is erased. */
const lastSteps: Step[] = [
  ...Array.from({ length: addresses.length }, (_, who) => ({ act: 'work', who }) as const),
  ...addresses.map(() => ({ act: 'delete', who: 0 }) as const),
  ...addresses.map((address) => ({ act: 'erase', who: 0, address }) as const),
].map((last) => ({ name: 'Ann', address: 'one', ...last }));

describe.each(databaseKinds)('a former colleague on %s', (kind) => {
  const site = useSite({ on: kind });
  const admin = () => site.rest('admin');
  const erase = (email: string) => admin().post('/api/admin/privacy/erase', { email });

  test('keeps the name in both logs while there is an account, and is nowhere after its deletion', async () => {
    // What they did
    const em = site.database.fork();
    const person = { email: 'Ada.Former@example.com', name: 'Ada Former', role: 'hr' } as const;
    const ada = await createUser(em, person);
    await createMessage(em, { email: 'tom@example.com', subject: 'Of another' });
    const headers = { authorization: `Bearer ${await site.openSessionOf(ada)}` };
    const call = (method: 'POST' | 'PATCH', url: string, payload: object) =>
      site.app.inject({ method, url: `/api/admin${url}`, headers, payload });
    const job = { title: 'Clerk', description: 'D', type: 'Contract', location: 'L', department: 'IT' };
    expect(
      (await call('POST', '/jobs', { ...job, requirements: ['P'], responsibilities: ['B'] })).statusCode,
    ).toBe(201);
    await call('PATCH', '/jobs/1', { title: 'Head clerk' });
    await call('POST', '/messages/1/notes', { text: 'Called.' });
    await call('POST', '/blocked-senders', { sender: 'junk.example' });
    await admin().post('/api/admin/messages/assign', { ids: [1], user_id: ada.id });
    await admin().patch(`${users}/${ada.id}`, { role: 'user' });
    await site.app.inject({ url: users, headers });
    await site.settled();

    // With the account
    const words = ['ada.former', 'ada former'];
    const first = await erase(person.email);
    expect(first.body.erasure.counts).toEqual({});
    expect((await findWordsLeft(site, words)).length).toBeGreaterThan(5);

    // With a later account of the same address
    await admin().delete(`${users}/${ada.id}`);
    const again = await createUser(site.database.fork(), person);
    const middle = await erase(person.email);
    expect(middle.body.erasure.counts).toEqual({});

    // Without it
    await admin().delete(`${users}/${again.id}`);
    const second = await erase(person.email);
    expect(Object.keys(second.body.erasure.counts)).toContain('activities');
    expect(await findWordsLeft(site, words)).toEqual([]);
    const { activities } = (await admin().get('/api/admin/activities?search=erased person')).body;
    expect(activities.map(({ user_name }: { user_name: string }) => user_name)).toContain('Erased person');
    expect((await site.database.fork().find(Message, {})).length).toBe(1);
  });

  test.each<[name: string, last: (id: number) => Promise<unknown>]>([
    ['has another address now', async () => {}],
    ['has its first address again', (id) => admin().patch(`${users}/${id}`, { email: 'first@example.com' })],
    ['is deactivated', (id) => admin().post(`${users}/${id}/deactivate`)],
  ])('does not cost an account that %s its entries and its queued mails', async (_, last) => {
    const { id } = await createUser(site.database.fork(), {
      email: 'first@example.com',
      name: 'Vic',
      role: 'hr',
    });
    await site.rest('anonymous').post('/api/admin/login', { email: 'first@example.com', password: 'wrong' });
    await admin().patch(`${users}/${id}`, { email: 'second@example.com', name: 'Victoria' });
    await site.rest('anonymous').post('/api/admin/login', { email: 'first@example.com', password: 'wrong' });
    await last(id);
    const parts = {
      database: site.database,
      limits: createRateLimiter(site.database),
      siteSettings: createSiteSettings(site.database),
    };
    await queueAccountMails({ ...parts, publicUrl: 'https://example.com' }, new Date());
    const state = async () => ({
      ...(await readLogs()),
      mails: await site.database.fork().find(OutboxMail, {}),
    });
    const before = await state();
    expect(before.mails.map(({ address }) => address)).toEqual(expect.arrayContaining(['first@example.com']));
    await erase('first@example.com');
    const after = await state();
    for (const [table, rows] of Object.entries(before))
      expect(after[table as keyof Logs].slice(0, rows.length), table).toEqual(rows);
  });

  test('is erased from their entries alone, whatever names and addresses pass from account to account', async () => {
    let run = 0;
    let erasedRows = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
        run += 1;
        erasedRows += await play(run, steps);
      }),
      { numRuns: chooseByForm(6, 2), endOnFailure: true },
    );
    expect(erasedRows).toBeGreaterThan(0);
  });

  /** Takes the steps and compares the logs before and after each erasure. Returns how many entries lost a name. */
  async function play(run: number, steps: readonly Step[]): Promise<number> {
    let erasedRows = 0;
    const { id: messageId } = await createMessage(site.database.fork(), {
      email: `visitor${run}@example.com`,
    });
    const accounts = new Map<number, { name: string; email: string }>();
    const past = new Map<number, { names: Set<string>; emails: Set<string> }>();
    const learn = (id: number, name: string, email: string) => {
      accounts.set(id, { name, email });
      const known = past.get(id) ?? { names: new Set<string>(), emails: new Set<string>() };
      past.set(id, { names: known.names.add(name), emails: known.emails.add(email) });
    };
    for (const { act, who, name: first, address } of [...steps, ...lastSteps]) {
      const [name, email] = [`${first} ${run}`, `${address}${run}@example.com`];
      const ids = [...accounts.keys()];
      const id = ids[who % Math.max(ids.length, 1)] ?? 0;
      const own = accounts.get(id);
      if (act === 'create') {
        const made = await admin().post(users, { name, email, role: 'hr', invite: true });
        if (made.status === 201) learn(made.body.id, name, email);
      } else if (act === 'erase') {
        erasedRows += await compareErasure(
          email,
          new Set(ids),
          past,
          [...accounts.values()].some((one) => one.email === email),
        );
      } else if (own && (act === 'rename' || act === 'move')) {
        const change = act === 'rename' ? { name } : { email };
        const { status } = await admin().patch(`${users}/${id}`, change);
        if (status === 200) learn(id, change.name ?? own.name, change.email ?? own.email);
      } else if (own && act === 'delete') {
        await admin().delete(`${users}/${id}`);
        accounts.delete(id);
      } else if (own) {
        await work(id, messageId, `spam${run}-${who}.example`);
      }
    }
    return erasedRows;
  }

  async function work(id: number, messageId: number, sender: string): Promise<void> {
    const headers = { authorization: `Bearer ${await site.openSessionOf({ id } as never)}` };
    const call = (method: 'POST' | 'PATCH', url: string, payload: object) =>
      site.app.inject({ method, url: `/api/admin${url}`, headers, payload });
    await call('POST', `/messages/${messageId}/notes`, { text: 'Called.' });
    await call('POST', '/messages/assign', { ids: [messageId], user_id: id });
    await call('POST', '/blocked-senders', { sender });
    await call('POST', '/activities', { type: 'updated', description: 'Updated a job', module: 'job' });
  }

  async function compareErasure(
    email: string,
    existing: ReadonlySet<number>,
    past: ReadonlyMap<number, { names: Set<string>; emails: Set<string> }>,
    isTaken: boolean,
  ): Promise<number> {
    let erasedRows = 0;
    const before = await readLogs();
    expect((await erase(email)).status).toBe(200);
    const after = await readLogs();
    const isLeft = (id: unknown) =>
      !isTaken && !existing.has(Number(id)) && past.get(Number(id))?.emails.has(email) === true;
    const namesThatStay = new Set(
      [...past].flatMap(([id, { names }]) => (existing.has(id) ? [...names] : [])),
    );
    for (const table of Object.keys(before) as (keyof Logs)[]) {
      for (const [index, row] of before[table].entries()) {
        const now = after[table][index]!;
        const about = row.of_id ?? row.user_id;
        const where = `${table} ${row.id}, ${email} erased`;
        if ('user_id' in row && !isLeft(row.user_id)) expect(actorOf(now), where).toEqual(actorOf(row));
        if ('user_id' in row && isLeft(row.user_id)) {
          expect(now.user_name, where).toBe('Erased person');
          if (row.user_name !== now.user_name) erasedRows += 1;
        }
        if ('details' in row && !isLeft(about)) expect(now.details, where).toEqual(row.details);
        if ('details' in row && isLeft(about)) expect(textOf(now.details), where).not.toContain(email);
        if (table === 'blocked_senders' && namesThatStay.has(String(row.user_name)))
          expect(now, where).toEqual(row);
        for (const column of ['before', 'after']) {
          const { assignee_id, assignee } = JSON.parse(textOf(row[column] ?? {})) ?? {};
          const shown = isLeft(assignee_id) ? 'Erased person' : assignee;
          if (assignee) expect(JSON.parse(textOf(now[column])).assignee, where).toBe(shown);
        }
      }
    }
    return erasedRows;
  }

  /** The parts of an entry that are about the account that acted. */
  function actorOf({ user_name, user_email, email, address, search_text }: Row) {
    return { user_name, user_email, email, address, search_text };
  }

  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

  async function readLogs(): Promise<Logs> {
    const rowsOf = async (table: keyof Logs) =>
      (await sql<Row>`select * from ${sql.table(table)} order by id`.execute(site.database.read)).rows;
    return {
      activities: await rowsOf('activities'),
      security_events: await rowsOf('security_events'),
      message_events: await rowsOf('message_events'),
      blocked_senders: await rowsOf('blocked_senders'),
    };
  }
});
