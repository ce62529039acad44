// On both databases: the SQL that finds an address in every table, and that blanks the logs.
import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { MessageEvent } from '../../src/modules/inbox/message-event.entity.ts';
import { MessageFile } from '../../src/modules/inbox/message-file.entity.ts';
import { OutboxMail } from '../../src/modules/outbox/outbox-mail.entity.ts';
import { personalData } from '../../src/modules/privacy/personal-data.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage, createUser } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { filled, pdf, post } from '../support/visitors.ts';
import { unzip } from '../support/zip.ts';

const email = 'Eva.Mark@example.com';
const key = 'eva.mark@example.com';
const base = '/api/admin/privacy';
/** Each place that has something of the person has one of these words. */
const marks = [
  'subject',
  'message',
  'name',
  'phone',
  'details',
  'file',
  'note',
  'mail',
  'kept',
  'eml',
  'cv',
  'answerfile',
  'answername',
].map((place) => `Marker${place}`);

describe.each(databaseKinds)('a person on %s', (kind) => {
  const site = useSite({ on: kind, fill });
  const admin = () => site.rest('admin');
  const counts = async (address = email): Promise<Record<string, number>> => {
    const { places } = (await admin().get(`${base}/person?email=${address}`)).body;
    return Object.fromEntries(
      places.map(({ place, count }: { place: string; count: number }) => [place, count]),
    );
  };

  test('is found and exported with everything, and erased from every row and file, while others stay', async () => {
    // Found
    expect(await counts()).toEqual({
      ...{ messages: 3, outbox_mails: 1, blocked_senders: 1, kept_answers: 1, security_events: 1 },
      ...{ activities: 3, posts: 1, versions: 3, trash_items: 1, site_settings: 1, outbox: 1 },
    });
    const toms = [
      ['messages', 1],
      ['outbox', 1],
    ];
    expect(Object.entries(await counts('tom@example.com'))).toEqual(toms);

    // Exported
    const headers = { authorization: `Bearer ${await site.openSession('admin')}` };
    const answer = await site.app.inject({ url: `${base}/person.zip?email=${email}`, headers });
    expect(answer.statusCode).toBe(200);
    const files = unzip(answer.rawPayload);
    const texts = [...files.values()].map(String).join('\n');
    expect(marks.filter((mark) => !texts.includes(mark))).toEqual([]);
    const { rows, texts: named } = JSON.parse(String(files.get('person.json')));
    expect(rows.messages).toHaveLength(3);
    expect(named.map(({ table }: { table: string }) => table)).toContain('posts');
    expect(String(files.get('readme.txt'))).toContain(email);

    // Erased
    await admin().patch('/api/admin/blog-posts/1', { content: '<p>Without.</p>' });
    const erased = await admin().post(`${base}/erase`, { email, reference: 'Letter 7', forget: true });
    expect(erased).toMatchObject({
      status: 200,
      body: {
        erasure: { reference: 'Letter 7', is_done: true, counts: { messages: 3, files: 2, versions: 3 } },
      },
    });
    expect(await tracesOf(site)).toEqual([]);
    expect(await site.privateFiles()).toEqual([]);
    const [left] = await site.database.fork().find(Message, {});
    expect(left).toMatchObject({ email: 'tom@example.com', subject: 'Of another' });
    expect(Object.entries(await counts('tom@example.com'))).toEqual(toms);
    const { erasures } = (await admin().get(`${base}/erasures`)).body;
    expect(erasures).toHaveLength(1);

    // Again: nothing is left
    const again = await admin().post(`${base}/erase`, { email });
    expect(again.body.erasure).toMatchObject({ is_done: true, counts: {} });
  });
});

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
    const first = await admin().post(`${base}/erase`, { email: person.email });
    expect(first.body.erasure.counts).toEqual({});
    expect((await tracesOf(site, words)).length).toBeGreaterThan(5);

    // Without it
    await admin().delete(`/api/admin/users/${ada.id}`);
    const second = await admin().post(`${base}/erase`, { email: person.email });
    expect(Object.keys(second.body.erasure.counts)).toContain('activities');
    expect(await tracesOf(site, words)).toEqual([]);
    const { activities } = (await admin().get('/api/admin/activities?search=erased person')).body;
    expect(activities.map(({ user_name }: { user_name: string }) => user_name)).toContain('Erased person');
    expect((await site.database.fork().find(Message, {})).length).toBe(1);
  });

  const admin = () => site.rest('admin');
});

async function fill(site: TestApp): Promise<void> {
  const em = site.database.fork();
  const hr = site.rest('hr');
  const admin = site.rest('admin');

  // Messages with a CV, a note, and a colleague's answer that is kept for a repetition
  await post(site, 'rest', 'internship', {
    ...filled.internship,
    email,
    name: 'Markername',
    cv: pdf('Markerfile.pdf', 400),
  });
  const [first] = await em.find(Message, {});
  Object.assign(first!, { subject: 'Markersubject', message: 'Markermessage', phone: 'Markerphone' });
  Object.assign(first!, { details: { more: 'Markerdetails Markercv' } });
  first!.indexWith([]);
  await em.flush();
  await createMessage(em, { email: key, subject: 'Spam', spam_reasons: ['only links'] });
  (await createMessage(em, { email, subject: 'Trash' })).moveToTrash(new Date());
  await em.flush();
  const note = { text: `Markernote Markerkept, ask ${key}` };
  await hr.post(`/api/admin/messages/${first!.id}/notes`, note, { 'Idempotency-Key': 'a-key-of-tests' });
  await createMessage(em, { email: 'tom@example.com', subject: 'Of another' });

  // A file of an answer
  const { id: event_id } = await em.findOneOrFail(MessageEvent, { type: 'note' });
  const attachment_key = `${'0'.repeat(32)}-${'1'.repeat(16)}.pdf`;
  await writeFile(join(site.dataDir, 'private', attachment_key), '%PDF Markeranswerfile');
  const file = { event_id, created_at: new Date(), name: 'Markeranswername', attachment_key, bytes: 20 };
  em.persist(em.create(MessageFile, { ...file, picture: null }));

  // Mails
  const at = new Date().toISOString();
  const mail = { address: 'office@example.com', reply_to: email, subject: 'New', text: 'Markermail' };
  em.persist(em.create(OutboxMail, { ...mail, tries: 0, next_try_at: at, created_at: at }));
  await em.flush();
  const outbox = join(site.dataDir, 'outbox');
  await mkdir(outbox, { recursive: true });
  await writeFile(join(outbox, '1.eml'), `To: <${email}>\r\n\r\nMarkereml`);
  await writeFile(join(outbox, '2.eml'), 'To: <tom@example.com>\r\n\r\nHello');

  // What staff did
  await hr.post('/api/admin/blocked-senders', { sender: key });
  const words = { title: 'Interview', excerpt: 'Short', category: 'Technology', is_published: true };
  await admin.post('/api/admin/blog-posts', { ...words, content: `<p>Write to ${email}</p>` });
  await admin.patch('/api/admin/blog-posts/1', { content: `<p>Write to ${email} today</p>` });
  await admin.post('/api/admin/blog-posts', { ...words, title: 'Thrown', content: `<p>${email}</p>` });
  await admin.delete('/api/admin/blog-posts/2');
  for (const address of [email, 'office@example.com'])
    await admin.put('/api/admin/settings/company', { value: { email: address } });

  // What the server noted
  await site.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email, password: 'wrong one' },
  });
}

const markedWords = [...marks.map((mark) => mark.toLowerCase()), key];

/** Returns where one of the words still stands. */
async function tracesOf(site: TestApp, words = markedWords): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, text: string) => {
    const lower = text.toLowerCase();
    found.push(...words.filter((word) => lower.includes(word)).map((word) => `${place}: ${word}`));
  };
  for (const table of Object.keys(personalData)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(site.database.read);
    look(table, JSON.stringify(rows));
  }
  if (site.database.kind === 'sqlite') {
    for (const entry of await readdir(site.dataDir, { recursive: true, withFileTypes: true })) {
      // The tests' own copy of the rows from before.
      if (!entry.isFile() || entry.name.endsWith('.snapshot')) continue;
      const path = join(entry.parentPath, entry.name);
      look(path.slice(site.dataDir.length), (await readFile(path)).toString('latin1'));
    }
  }
  return found;
}
