// On both databases: the SQL that finds an address in every table, and that blanks the logs.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Message, MessageEvent, MessageFile } from '../../src/modules/inbox/message.entity.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { createMessage } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { findWordsLeft } from '../support/words-left.ts';
import type { TestApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { requiredFields, pdf, postVisitorForm } from '../support/visitor-forms.ts';
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

const markedWords = [...marks.map((mark) => mark.toLowerCase()), key];

describe.each(databaseKinds)('a person on %s', (kind) => {
  const testOnce = onceInGate(kind);
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
      messages: 3,
      outbox_mails: 1,
      blocked_senders: 1,
      kept_answers: 1,
      security_events: 1,
      activities: 3,
      posts: 1,
      versions: 3,
      trash_items: 1,
      site_settings: 1,
      outbox: 1,
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
    expect(await findWordsLeft(site, markedWords)).toEqual([]);
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

  testOnce(
    'takes its pictures along: of a row in the trash also those of earlier versions, at once',
    async () => {
      // Not of the person above, whose files no test gets back.
      const author = 'ann@example.com';
      const words = { title: 'T', excerpt: author, content: '<p>C</p>', category: 'Technology' };
      const { id } = (await callProcedure(site, 'rest', 'admin', 'blog.create', words)).body;
      for (const width of [60, 61]) {
        const featured_image = await picture({ width });
        await callProcedure(site, 'rest', 'admin', 'blog.update', { ...words, id, featured_image });
      }
      await callProcedure(site, 'rest', 'admin', 'blog.remove', { id });
      expect(await site.storedPictures()).toHaveLength(2);
      await admin().post(`${base}/erase`, { email: author, forget: true });
      expect(await site.storedPictures()).toEqual([]);
    },
  );
});

async function fill(site: TestApp): Promise<void> {
  const em = site.database.fork();
  const hr = site.rest('hr');
  const admin = site.rest('admin');

  // Messages with a CV, a note, and a colleague's answer that is kept for a repetition
  await postVisitorForm(site, 'rest', 'internship', {
    ...requiredFields.internship,
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
