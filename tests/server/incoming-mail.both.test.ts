// On both databases: the SQL that finds the message of a mail, and that stores a mail once.
import { describe, expect, test } from 'vitest';
import { handIn, mailOf } from '../support/arriving-mail.ts';
import { minute, second, stoppedClock } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { composeReply, mailPrograms } from '../support/mail-programs.ts';
import { useMailServer } from '../support/mail-server.ts';
import { useSite } from '../support/use-site.ts';
import { findWordsLeft } from '../support/words-left.ts';
import { unzip } from '../support/zip.ts';
import { isShortForm } from '../support/test-form.ts';

const clock = stoppedClock();
const server = useMailServer();

describe.each(databaseKinds)('a mail that arrives, on %s', (kind) => {
  /** Rules that no SQL decides run once in the short form. */
  const testOnce = onceInGate(kind);
  const site = useSite({
    on: kind,
    clock,
    parts: async () => ({ mailer: server.mailer(), notifyEmails: ['team@example.org'] }),
    fill: async ({ database }) => {
      const em = database.fork();
      await createUser(em, { role: 'hr', name: 'Ada Berger' });
      await createMessage(em, {
        subject: 'Oak stairs',
        name: 'Eva',
        email: 'eva@example.com',
        message: 'Fourteen steps.',
        details: { reference: 'K7PZ2QXM' },
      });
    },
  });
  const inbox = () => site.as('hr').inbox;
  const open = (id = 1) => inbox().one.query({ id });
  const total = async (folder: 'inbox' | 'spam' = 'inbox') =>
    (await inbox().list.query({ folder })).meta.total;
  const send = async () => {
    await site.settled();
    clock.forward(10 * second);
    await site.sendMails();
  };
  const answer = async (text = 'Gladly.') => {
    server.mails.length = 0;
    await inbox().reply.mutate({ id: 1, text });
    await send();
    return /^Message-ID: (<.*>)/m.exec(server.mails.at(-1)!)![1]!;
  };
  const openNewMails = async () => {
    const { value } = await site.as('admin').settings.one.query({ group: 'mail' });
    await site
      .as('admin')
      .settings.update.mutate({ group: 'mail', value: { ...value, opens_messages: true } });
  };

  test('joins the message whose answer it names, opens it again unread, tells staff, and is found by its words', async () => {
    const id = await answer();
    expect((await open()).message).toMatchObject({ state: 'answered', is_read: true });
    await inbox().setState.mutate({ ids: [1], state: 'closed' });
    const text = 'Thank you, Tuesday suits us.\n\nOn 24 November, Ada wrote:\n> Gladly.';
    const mail = mailOf({ headers: [`In-Reply-To: ${id}`, `References: ${id}`], text });
    expect(await handIn(site, mail)).toEqual({ status: 200, body: { outcome: 'joined' } });
    const { message, events } = await open();
    expect(message).toMatchObject({ state: 'open', is_read: false, folder: 'inbox' });
    expect(events.at(-1)).toMatchObject({
      type: 'mail',
      text: 'Thank you, Tuesday suits us.',
      by: 'mail',
      mail: null,
      incoming: {
        address: 'eva@example.com',
        is_other_address: false,
        quoted: 'On 24 November, Ada wrote:\n> Gladly.',
        remarks: [],
      },
    });
    expect((await inbox().list.query({ search: 'tuesday' })).messages.map((row) => row.id)).toEqual([1]);
    // Again by the other door, or by a mail server that repeats it
    expect(await handIn(site, mail)).toEqual({ status: 200, body: { outcome: 'known' } });
    expect((await open()).events).toHaveLength(events.length);
    // The next answer continues the thread of the visitor's mail
    server.mails.length = 0;
    await inbox().reply.mutate({ id: 1, text: 'Until Tuesday.' });
    await send();
    expect(server.mails.at(-1)!.replaceAll(/\r\n[ \t]+/g, ' ')).toMatch(
      /^In-Reply-To: <mail-\d+@mails\.example\.com>/m,
    );
  });

  testOnce(
    'is announced to who works on its message, if they chose mails, and without anybody to all who did',
    async () => {
      const id = await answer();
      const recipientsOf = async (mail: string) => {
        await send();
        server.mails.length = 0;
        await handIn(site, mail);
        await send();
        return server.mails.map((each) => /^To: (.*)/m.exec(each)![1]!.trim());
      };
      const reply = () => mailOf({ headers: [`In-Reply-To: ${id}`] });
      expect(await recipientsOf(reply())).toEqual([]);
      await inbox().setNoticeSettings.mutate({ messages: 'off', assigned: true });
      expect(await recipientsOf(reply())).toEqual(['hr@example.com']);
      await inbox().setNoticeSettings.mutate({ messages: 'at_once', assigned: false });
      expect(await recipientsOf(reply())).toEqual(['hr@example.com']);
      await inbox().assign.mutate({ ids: [1], user_id: null });
      expect(await recipientsOf(reply())).toEqual(['team@example.org', 'hr@example.com']);
    },
  );

  test.skipIf(isShortForm)(
    'of a thread of ten answers, in the shapes of usual programs, is in order and there once',
    async () => {
      const references: string[] = [];
      for (let at = 0; at < 10; at += 1) {
        references.push(await answer(`Answer ${at}`));
        const program = mailPrograms[at % mailPrograms.length]!;
        const inReplyTo = references.at(-1)!;
        const mail = await composeReply(
          program,
          { text: `Reply ${at}`, quoted: `Answer ${at}` },
          { inReplyTo, references },
        );
        expect.soft((await handIn(site, mail)).body.outcome, program).toBe('joined');
        references.push(/^Message-ID: (<.*>)/m.exec(String(mail))![1]!);
      }
      const texts = (await open()).events.map(({ text }) => text);
      expect(texts).toEqual(Array.from({ length: 10 }, (_, at) => [`Answer ${at}`, `Reply ${at}`]).flat());
      expect((await inbox().list.query({})).meta.total).toBe(1);
    },
  );

  testOnce('of a program that answers each mail, politely or not, gets no further mail', async () => {
    for (const headers of [['Auto-Submitted: auto-replied'], []]) {
      server.mails.length = 0;
      const id = await answer();
      const toVisitor = () => server.mails.filter((mail) => /^To: eva@example\.com/m.test(mail));
      for (let round = 0; round < 3; round += 1) {
        await handIn(site, mailOf({ headers: [`In-Reply-To: ${id}`, ...headers], text: 'I am away.' }));
        await send();
      }
      expect(toVisitor()).toHaveLength(1);
    }
  });

  testOnce(
    'is given to a message in four ways, and otherwise left or made a message, as the setting says',
    async () => {
      const id = await answer();
      const cases: [string, Parameters<typeof mailOf>[0], string][] = [
        [
          'by the id of an answer, from another address',
          { from: 'tom@example.net', headers: [`In-Reply-To: ${id}`] },
          'joined',
        ],
        [
          'by one of many references',
          { headers: [`References: <a@b.example> ${id} <c@d.example>`] },
          'joined',
        ],
        ['by the reference and its address', { subject: 'AW: Oak stairs [K7PZ2QXM]' }, 'joined'],
        [
          'by the root of the thread and its address',
          { headers: ['References: <K7PZ2QXM@example.org>'] },
          'joined',
        ],
        ['by the reference from another address', { from: 'tom@example.net', subject: '[K7PZ2QXM]' }, 'left'],
        ['by nothing', { subject: 'Something new' }, 'left'],
        ['without a sender', { from: '' }, 'left'],
      ];
      for (const [name, parts, outcome] of cases)
        expect.soft((await handIn(site, mailOf(parts))).body.outcome, name).toBe(outcome);
      expect((await open()).events.filter(({ incoming }) => incoming?.is_other_address)).toHaveLength(1);
      await openNewMails();
      expect(
        (await handIn(site, mailOf({ subject: 'Something new', from: 'Tom <tom@example.net>' }))).body,
      ).toEqual({
        outcome: 'opened',
      });
      const { messages } = await inbox().list.query({ kind: 'mail' });
      expect(messages).toMatchObject([{ subject: 'Something new', name: 'Tom', email: 'tom@example.net' }]);
    },
  );

  testOnce(
    'of a program opens nothing and causes no mail: a reply to it is one line, a list or copy is left',
    async () => {
      const id = await answer();
      await openNewMails();
      const toAnswer = `In-Reply-To: ${id}`;
      const cases: [string, Parameters<typeof mailOf>[0], string][] = [
        ['an out-of-office reply', { headers: [toAnswer, 'Auto-Submitted: auto-replied'] }, 'noted'],
        ['an older one', { headers: [toAnswer, 'Precedence: bulk'] }, 'noted'],
        ['a newsletter', { headers: ['List-Id: <news.example.com>'] }, 'left'],
        ['junk', { headers: ['Precedence: junk'] }, 'left'],
        ['an empty return path', { headers: ['Return-Path: <>'] }, 'left'],
        ['what this site has sent', { from: 'office@example.org' }, 'left'],
        ['a copy of an answer', { id }, 'left'],
        ['what says that no program sent it', { headers: ['Auto-Submitted: no'], subject: 'New' }, 'opened'],
      ];
      server.mails.length = 0;
      for (const [name, parts, outcome] of cases)
        expect.soft((await handIn(site, mailOf(parts))).body.outcome, name).toBe(outcome);
      await send();
      const recipients = server.mails.map((mail) => /^To: (.*)/m.exec(mail)?.[1]?.trim());
      expect(recipients).toEqual(['team@example.org']);
      expect((await open()).message).toMatchObject({ state: 'answered', is_read: true });
      expect((await open()).events.map(({ type }) => type)).toEqual(['reply', 'auto_reply', 'auto_reply']);
    },
  );

  testOnce(
    'that gives an answer back marks it with the words of the mail server, and opens its message',
    async () => {
      const id = await answer();
      const report = (action: string) =>
        [
          'From: MAILER-DAEMON@mails.example.com',
          'Subject: Undelivered Mail',
          `Message-ID: <${action}@mails.example.com>`,
          'Content-Type: multipart/report; report-type=delivery-status; boundary=r',
          '',
          '--r\r\n\r\nIt did not work.',
          `--r\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mails.example.com\r\n\r\nFinal-Recipient: rfc822; eva@example.com\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such\r\n user here`,
          `--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${id}\r\nSubject: x`,
          '--r--',
        ].join('\r\n');
      expect((await handIn(site, report('delayed'))).body.outcome).toBe('left');
      expect((await handIn(site, report('failed'))).body.outcome).toBe('returned');
      const { message, events } = await open();
      expect(message).toMatchObject({ state: 'open', is_read: false });
      expect(events.at(-1)!.mail).toMatchObject({ state: 'returned', note: '550 5.1.1 No such user here' });
    },
  );

  test.skipIf(isShortForm)(
    'beyond 20 of an address or 200 in all within an hour is kept as spam, and staff are told once',
    async () => {
      await openNewMails();
      const token = await site.openSession('admin');
      for (let at = 0; at < 22; at += 1)
        await handIn(site, mailOf({ subject: `Again ${at}`, from: 'tom@example.net' }), token);
      expect([await total(), await total('spam')]).toEqual([21, 2]);
      const { messages } = await inbox().list.query({ folder: 'spam' });
      expect(messages[0]!.spam_reasons).toEqual(['It came after 20 mails from this address within an hour.']);
      await send();
      expect(server.mails.filter((mail) => mail.includes('Many messages at once'))).toHaveLength(1);
      clock.forward(61 * minute);
      expect((await handIn(site, mailOf({ subject: 'Later', from: 'tom@example.net' }))).body.outcome).toBe(
        'opened',
      );
    },
  );

  testOnce(
    'of a blocked sender goes into the spam, and one to a message in the trash brings it back',
    async () => {
      const id = await answer();
      await inbox().trash.mutate({ ids: [1] });
      await handIn(site, mailOf({ headers: [`In-Reply-To: ${id}`] }));
      expect((await open()).message).toMatchObject({ folder: 'inbox', state: 'open', is_read: false });
      await inbox().blockSender.mutate({ sender: 'eva@example.com' });
      expect((await handIn(site, mailOf({ headers: [`In-Reply-To: ${id}`] }))).body.outcome).toBe('spam');
      expect(await total('spam')).toBe(1);
    },
  );

  test('leaves nothing in database and files when its sender is erased, or its message deleted', async () => {
    const id = await answer();
    const withFile = mailOf({ headers: [`In-Reply-To: ${id}`] })
      .replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=b')
      .replace(
        'A reply.',
        '--b\r\n\r\nMarkerreply\r\n\r\n> Markerquote\r\n--b\r\nContent-Type: application/octet-stream; name=Markername.dat\r\nContent-Transfer-Encoding: base64\r\n\r\nTWFya2VyYnl0ZXM=\r\n--b--',
      );
    expect((await handIn(site, withFile)).body.outcome).toBe('joined');
    const { files, incoming } = (await open()).events.at(-1)!;
    expect(files).toMatchObject([{ name: 'Markername.dat', bytes: 11 }]);
    const download = await site.rest('hr').get(files[0]!.path);
    expect(download).toMatchObject({ status: 200, body: 'Markerbytes' });
    expect(download.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
    });
    expect((await site.rest('hr').get(incoming!.source!)).status).toBe(403);
    expect((await site.rest('admin').get(incoming!.source!)).body).toBe(withFile);
    expect(await site.privateFiles()).toHaveLength(2);
    const email = 'eva@example.com';
    expect((await site.rest('admin').post('/api/admin/privacy/erase', { email })).status).toBe(200);
    expect(await site.privateFiles()).toEqual([]);
    const marks = ['markerreply', 'markerquote', 'markername', 'markerbytes', email];
    expect(await findWordsLeft(site, marks)).toEqual([]);
  });

  test('of somebody who wrote into a message of another is found, exported and erased, and the message stays', async () => {
    const id = await answer();
    await handIn(site, mailOf({ headers: [`In-Reply-To: ${id}`], text: 'Evas words' }));
    const theirs = mailOf({
      from: 'Marker <Tom@Example.net>',
      headers: [`In-Reply-To: ${id}`],
      text: 'Markerwords',
    });
    expect((await handIn(site, theirs)).body.outcome).toBe('joined');
    const email = 'tom@example.net';
    const person = (await site.rest('admin').get(`/api/admin/privacy/person?email=${email}`)).body;
    expect(person.places).toMatchObject([
      { place: 'messages', count: 1 },
      { place: 'incoming_mails', count: 1 },
    ]);
    expect(person.mails).toHaveLength(1);
    const headers = { authorization: `Bearer ${await site.openSession('admin')}` };
    const archive = await site.app.inject({ url: `/api/admin/privacy/person.zip?email=${email}`, headers });
    const files = [...unzip(archive.rawPayload)];
    expect(files.map(([name]) => name)).toContainEqual(
      expect.stringMatching(/^files\/incoming_mails-\d+-source_key\.eml$/),
    );
    expect(files.map(String).join('')).toContain('Markerwords');
    await site.rest('admin').post('/api/admin/privacy/erase', { email });
    expect(await findWordsLeft(site, ['marker', email])).toEqual([]);
    expect(await site.privateFiles()).toHaveLength(1);
    expect((await open()).events.map(({ text }) => text)).toEqual(['Gladly.', 'Evas words']);
  });
});
