import { expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { minute, second, stoppedClock } from '../support/clock.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { useMailServer } from '../support/mail-server.ts';
import { picture } from '../support/pictures.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { pdf } from '../support/visitor-forms.ts';

const path = '/api/admin/messages';
const clock = stoppedClock();
const server = useMailServer();

const site = useSite({
  clock,
  parts: async () => ({
    mailer: server.mailer(),
  }),
  fill: async ({ database }) => {
    const em = database.fork();
    await createUser(em, { role: 'hr', name: 'Ada Berger' });
    await createMessage(em, {
      subject: 'Oak stairs',
      name: 'Eva Çelik',
      email: 'eva@example.com',
      message: 'Fourteen steps.\nIn oak.',
      details: { reference: 'K7PZ2QXM' },
      created_at: new Date('2026-11-24T09:00:00Z'),
    });
  },
});

const inbox = () => site.as('hr').inbox;
const open = async () => inbox().one.query({ id: 1 });
/** Ten seconds pass, in which an answer can be cancelled. */
const send = async () => {
  await site.settled();
  clock.forward(10 * second);
  await site.sendMails();
};
const headersOf = (mail: string) => mail.split('\r\n\r\n')[0]!.replaceAll(/\r\n[ \t]+/g, ' ');
const header = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(headersOf(mail))?.[1]?.trim();

test('three answers arrive in one thread, from the writer in the name of the company, below the words of the visitor', async () => {
  for (const text of ['First.', 'Second, {name}.', 'Third.']) {
    await inbox().reply.mutate({ id: 1, text, subject: 'Ignored later', quote: text === 'First.' });
    await send();
  }
  const ids = server.mails.map((mail) => header(mail, 'Message-ID')!);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^<[\w-]{22}@example\.org>$/);
  const root = '<K7PZ2QXM@example.org>';
  const thread = [root, ...ids];
  for (const [index, mail] of server.mails.entries()) {
    expect(header(mail, 'From')).toBe('"Ada Berger, Atrium" <office@example.org>');
    expect(header(mail, 'To')).toBe('eva@example.com');
    expect(header(mail, 'Subject')).toBe('Ignored later [K7PZ2QXM]');
    expect(header(mail, 'In-Reply-To')).toBe(thread[index]);
    expect(header(mail, 'References')).toBe(thread.slice(0, index + 1).join(' '));
    expect(header(mail, 'Auto-Submitted')).toBeUndefined();
  }
  expect(server.mails[0]).toContain('> Fourteen steps.');
  expect(server.mails[1]).not.toContain('> Fourteen steps.');
  expect(server.mails[1]).toMatch(/Second, Eva =C3=87elik\.|Second, Eva Çelik\./);
});

test('an answer waits ten seconds, makes the message answered and the writer its assignee, and shows how far it is', async () => {
  const { event } = await inbox().reply.mutate({ id: 1, text: 'Gladly.' });
  const at = new Date(clock.now().getTime() + 10 * second).toISOString();
  expect(event).toMatchObject({ type: 'reply', text: 'Gladly.', by: 'mail', mail: { state: 'queued', at } });
  await site.settled();
  await site.sendMails();
  expect(server.mails).toEqual([]);
  await send();
  const { message, events } = await open();
  expect(message).toMatchObject({ state: 'answered', is_read: true, assignee: { name: 'Ada Berger' } });
  expect(events.map(({ mail }) => mail)).toEqual([
    {
      state: 'sent',
      subject: 'Re: Oak stairs [K7PZ2QXM]',
      note: '250 OK: queued as TEST',
      at: clock.now().toISOString(),
    },
  ]);
  const { messages } = await inbox().list.query({ search: 'gladly' });
  expect(messages.map(({ id }) => id)).toEqual([1]);
});

test('an answer that waits can be cancelled, as if it had not been written', async () => {
  const before = (await open()).message;
  const { event } = await inbox().reply.mutate({ id: 1, text: 'Too early' });
  expect((await site.rest('hr').delete(`${path}/replies/${event.id}`)).status).toBe(200);
  await send();
  expect(server.mails).toEqual([]);
  const { message, events } = await open();
  expect(events).toEqual([]);
  expect({ ...message, is_read: false }).toEqual(before);
  expect((await inbox().list.query({ search: 'too early' })).messages).toEqual([]);
  expect((await site.rest('hr').delete(`${path}/replies/${event.id}`)).status).toBe(404);
});

test('somebody who has not seen the newest answer is told, and may send theirs all the same', async () => {
  await inbox().reply.mutate({ id: 1, text: 'From Ada' });
  const mine = { text: 'From the admin', last_event: 0 };
  const refused = await site.rest('admin').post(`${path}/1/replies`, mine);
  expect(refused).toMatchObject({ status: 409, body: { current: { type: 'reply', text: 'From Ada' } } });
  const seen = { ...mine, last_event: refused.body.current.id };
  expect((await site.rest('admin').post(`${path}/1/replies`, seen)).status).toBe(201);
  await inbox().note.mutate({ id: 1, text: 'Only a note' });
  expect((await site.rest('admin').post(`${path}/1/replies`, { text: 'One more' })).status).toBe(201);
});

test('a refused answer opens the message again, is sent once more or discarded, and one that came back is noted', async () => {
  server.behave(() => ({ recipient: '550 5.1.1 No such user here' }));
  const { event } = await inbox().reply.mutate({ id: 1, text: 'Hello' });
  await send();
  const mail = async () => (await open()).events.find(({ id }) => id === event.id)!.mail!;
  expect(await mail()).toMatchObject({ state: 'refused', note: '550 5.1.1 No such user here' });
  expect((await open()).message).toMatchObject({ state: 'open', is_read: false });
  const act = (name: string) => site.rest('hr').post(`${path}/replies/${event.id}/${name}`, {});
  expect((await act('sent')).status).toBe(409);
  server.behave(() => ({}));
  expect((await act('retry')).status).toBe(200);
  await send();
  expect([await mail(), (await open()).message.state]).toMatchObject([{ state: 'sent' }, 'answered']);
  expect(server.mails).toHaveLength(1);
  expect((await act('retry')).status).toBe(409);
  expect((await act('returned')).status).toBe(200);
  expect([await mail(), (await open()).message.state]).toMatchObject([{ state: 'returned' }, 'open']);

  server.behave(() => ({ cut: 'after the text' }));
  const other = (await inbox().reply.mutate({ id: 1, text: 'Perhaps' })).event;
  await send();
  expect((await site.rest('hr').post(`${path}/replies/${other.id}/sent`, {})).body.event.mail).toMatchObject({
    state: 'sent',
    note: 'Counted as sent by Ada Berger.',
  });
  server.behave(() => ({ recipient: '550 5.1.1 Gone' }));
  const last = (await inbox().reply.mutate({ id: 1, text: 'In vain' })).event;
  await send();
  await site.rest('hr').delete(`${path}/replies/${last.id}`);
  expect((await open()).events.at(-1)!.mail!.state).toBe('discarded');
});

test('an answer takes up to five PDFs of 10 MB together, which go with the mail and are deleted with the message', async () => {
  const file = new File([await pdf().bytes()], 'Offer.pdf');
  const big = new File([`%PDF-1.7\n${'x'.repeat(4.9 * 1024 * 1024)}`], 'big.pdf');
  const post = (fields: Record<string, string | Blob>) =>
    site.rest('hr').post(`${path}/1/replies`, buildFormData({ text: 'See the offer.', ...fields }));
  expect((await post({ file_1: big, file_2: big, file_3: big })).body.errors).toEqual({
    files: ['The files of an answer may have at most 10 MB together.'],
  });
  expect((await post({ file_1: new File(['<html>'], 'page.pdf') })).body.errors).toEqual({
    file_1: ['The file must be a PDF.'],
  });
  const { status, body } = await post({ file_1: file });
  expect([status, body.event.files]).toEqual([
    201,
    [{ name: 'Offer.pdf', bytes: file.size, path: expect.any(String) }],
  ]);
  await send();
  expect(server.mails[0]).toContain('filename=Offer.pdf');
  const [stored] = (await open()).events[0]!.files;
  const download = await site.rest('hr').get(stored!.path);
  expect([download.status, download.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('Offer.pdf'),
  ]);
  await inbox().remove.mutate({ id: 1 });
  await site.settled();
  expect((await site.rest('hr').get(stored!.path)).status).toBe(404);
});

test('an answer takes pictures of the library, by people who manage it', async () => {
  const upload = async (width: number) =>
    (await site.rest('admin').post('/api/admin/media', buildFormData({ file: await picture({ width }) })))
      .body;
  const [wall, door] = [await upload(60), await upload(61)];
  const post = (role: 'admin' | 'hr', pictures: string, more: Record<string, Blob> = {}) =>
    site.rest(role).post(`${path}/1/replies`, buildFormData({ text: 'See these.', pictures, ...more }));
  const refusals = [
    ['hr', `[${wall.id}]`, { pictures: ['You have no access to the library.'] }],
    ['admin', `[${wall.id},4711]`, { pictures: ['A picture is not in the library any more.'] }],
    ['admin', '[1,2,3,4,5,6]', { pictures: ['At most 5 pictures'] }],
    ['admin', '[1', { pictures: [expect.any(String)] }],
  ] as const;
  for (const [role, pictures, errors] of refusals) {
    const { status, body } = await post(role, pictures);
    expect([status, body.errors], pictures).toEqual([422, errors]);
  }
  const files = Object.fromEntries([1, 2, 3, 4].map((number) => [`file_${number}`, pdf()]));
  expect((await post('admin', `[${wall.id},${door.id}]`, files)).body.errors).toEqual({
    files: ['An answer may have at most 5 files.'],
  });
  expect((await post('hr', '')).status).toBe(201);
  const { status, body } = await post('admin', `[${wall.id},${door.id}]`);
  expect([status, body.event.files.map(({ name }: { name: string }) => name)]).toEqual([
    201,
    ['picture.png', 'picture.png'],
  ]);
  await send();
  expect(server.mails.at(-1)!.match(/filename=picture\.png/g)).toHaveLength(2);
  const download = await site.rest('hr').get(body.event.files[0].path);
  expect([download.status, download.headers['content-type']]).toEqual([200, 'application/octet-stream']);
});

test('a placeholder for which nothing is known, and the 101st answer in an hour, are refused in words', async () => {
  const { status, body } = await site.rest('hr').post(`${path}/1/replies`, { text: 'About {job}: yes.' });
  expect([status, body.errors]).toEqual([
    422,
    { text: ['Nothing is known for {job}. Please write it yourself.'] },
  ]);
  for (let i = 0; i < 99; i += 1)
    await inbox()
      .reply.mutate({ id: 1, text: '{job}' })
      .catch(() => {});
  expect((await site.rest('hr').post(`${path}/1/replies`, { text: 'One more' })).status).toBe(429);
  clock.forward(60 * minute);
  expect((await site.rest('hr').post(`${path}/1/replies`, { text: 'One more' })).status).toBe(201);
});

test('what looks like a placeholder within the words of a visitor stays as it is', async () => {
  const names = ['{salary}', '{name}', 'A {me} and {me}', '$& {reference}', '{'];
  for (const name of names) {
    const em = site.database.fork();
    const { id } = await createMessage(em, { name, subject: '{company}', email: 'eva@example.com' });
    const draft = await inbox().draftReply.query({ id });
    for (const text of ['Dear {name}, {subject}. {me}', `Dear ${name}, {company}. Ada Berger`]) {
      const { event: sent } = await inbox().reply.mutate({ id, text, subject: '' });
      expect(sent.text).toBe(`Dear ${name}, {company}. Ada Berger`);
    }
    expect(draft.subject).toBe('Re: {company}');
  }
});

test('the subject of an answer is in the language of the site, and a thread keeps its first subject', async () => {
  const em = site.database.fork();
  const application = {
    kind: 'application',
    subject: 'Job application: Joiner',
    details: { job: 'Joiner', reference: 'K7PZ2QXM' },
  } as const;
  const { id } = await createMessage(em, application);
  const save = (language: string) =>
    site.rest('admin').put('/api/admin/settings/region', { value: { language } });
  await save('tr');
  expect((await inbox().one.query({ id })).message.subject).toBe('Job application: Joiner');
  const { subject } = await inbox().draftReply.query({ id });
  expect(subject).toBe('Re: İş başvurusu: Joiner [K7PZ2QXM]');
  await inbox().reply.mutate({ id, text: 'First.', subject: '' });
  await send();
  await save('de');
  await inbox().reply.mutate({ id, text: 'Second.', subject: '' });
  expect((await inbox().draftReply.query({ id })).subject).toBe(subject);
});

test('without a mail server an answer is refused, and one that was given elsewhere is noted', async () => {
  const other = await testApp('sqlite', { clock: clock.now });
  await createMessage(other.database.fork());
  const refused = await other.rest('hr').post(`${path}/1/replies`, { text: 'Hello' });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('mail program')]);
  const note = (type: string, by: string) =>
    other.rest('hr').post(`${path}/1/notes`, { type, by, text: 'Agreed on Monday.' });
  expect((await note('answered', 'phone')).body.event).toMatchObject({ type: 'answered', by: 'phone' });
  const read = async () => (await other.as('hr').inbox.one.query({ id: 1 })).message;
  expect(await read()).toMatchObject({ state: 'answered', is_read: true });
  await note('incoming', 'mail');
  expect(await read()).toMatchObject({ state: 'open', is_read: false });
  await other.close();
});

test('several applicants get a mail each and move to a stage in one step, all or none, and ten seconds take back both', async () => {
  const em = site.database.fork();
  const ids: number[] = [];
  for (const name of ['Ann', 'Bea'])
    ids.push(
      (
        await createMessage(em, {
          kind: 'application',
          name,
          email: `${name.toLowerCase()}@example.com`,
          details: { job: 'Gardener' },
        })
      ).id,
    );
  const { rest } = site;
  const stages = async () => {
    const { messages } = await inbox().list.query({ kind: 'application', sort: 'created_at:asc' });
    return messages.map(({ stage, state }) => `${stage} ${state}`);
  };
  const text = 'Dear {name}, not for “{job}”.';
  const post = (body: object, key = 'several-answers') =>
    rest('hr').post(`${path}/replies`, { ids, text, stage: 'refused', ...body }, { 'idempotency-key': key });
  const refused = [
    await post({ stage: 'hired' }, 'unknown-stage'),
    await post({ text: 'Your visit of {reference}' }, 'unknown-fact'),
  ];
  expect(refused.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [422, ['stage']],
    [422, ['text']],
  ]);
  expect(await stages()).toEqual(['new open', 'new open']);

  const first = await post({});
  expect(first.status).toBe(201);
  expect(await stages()).toEqual(['refused answered', 'refused answered']);
  for (const { version } of first.body.results) await rest('hr').delete(`${path}/replies/${version}`);
  await send();
  expect(server.mails).toEqual([]);
  expect(await stages()).toEqual(['new open', 'new open']);

  const second = await post({}, 'once-more');
  // Another attempt of the same call sends nothing twice.
  expect((await post({}, 'once-more')).body).toEqual(second.body);
  await send();
  expect(server.mails.map((mail) => header(mail, 'To')).toSorted()).toEqual([
    'ann@example.com',
    'bea@example.com',
  ]);
  expect(server.mails.join('\n')).toContain('Dear Ann');
});
