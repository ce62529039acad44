import { describe, expect, test } from 'vitest';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';
import { findWordsLeft } from '../support/words-left.ts';

describe.each(databaseKinds)('a former colleague on %s', (kind) => {
  const site = useSite({ on: kind });

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
    await admin().patch(`/api/admin/users/${ada.id}`, { role: 'user' });
    await site.app.inject({ url: '/api/admin/users', headers });
    await site.settled();

    // With the account
    const words = ['ada.former', 'ada former'];
    const first = await admin().post('/api/admin/privacy/erase', { email: person.email });
    expect(first.body.erasure.counts).toEqual({});
    expect((await findWordsLeft(site, words)).length).toBeGreaterThan(5);

    // Without it
    await admin().delete(`/api/admin/users/${ada.id}`);
    const second = await admin().post('/api/admin/privacy/erase', { email: person.email });
    expect(Object.keys(second.body.erasure.counts)).toContain('activities');
    expect(await findWordsLeft(site, words)).toEqual([]);
    const { activities } = (await admin().get('/api/admin/activities?search=erased person')).body;
    expect(activities.map(({ user_name }: { user_name: string }) => user_name)).toContain('Erased person');
    expect((await site.database.fork().find(Message, {})).length).toBe(1);
  });

  const admin = () => site.rest('admin');
});
