import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createMailboxAccess, type MailboxAccess } from '../../src/mail/mailbox.ts';
import { readMailboxSettings } from '../../src/mail/mailbox-settings.ts';
import { findRow, takeNewMails, watchMailbox } from '../../src/modules/mailbox/mailbox-watch.ts';
import { IncomingMail } from '../../src/modules/inbox/incoming-mail.entity.ts';
import { trimSources } from '../../src/modules/mailbox/mail-sources.ts';
import { handIn, mailOf } from '../support/arriving-mail.ts';
import { day } from '../support/clock.ts';
import { createMessage } from '../support/factories.ts';
import { certificate, type ImapServer, startImapServer } from '../support/imap-server.ts';
import { useSite } from '../support/use-site.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

const password = 'p@ss:w/o#rd?';
const trusted = { tls: { ca: certificate } };

const servers: ImapServer[] = [];
const serverWith = async (options: Parameters<typeof startImapServer>[0] = {}) => {
  const server = await startImapServer({ password, ...options });
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop().catch(() => {});
});

const settingsOf = ({ port }: ImapServer, { word = password, scheme = 'imaps', folder = 'INBOX' } = {}) =>
  readMailboxSettings({
    IMAP_URL: `${scheme}://eva:${encodeURIComponent(word)}@localhost:${port}/${folder}`,
  });
const failureOf = (mailbox: MailboxAccess) =>
  mailbox.open().then(
    async (connection) => {
      await connection.close();
      return 'opened';
    },
    (error: Error) => `${error.message} ${error.cause ?? ''}`.trim(),
  );

const site = useSite({
  fill: async ({ database }) =>
    createMessage(database.fork(), { email: 'eva@example.com', details: { reference: 'K7PZ2QXM' } }),
});
const replyOf = (text: string, id?: string) =>
  mailOf({ subject: 'Re: Oak [K7PZ2QXM]', text, ...(id !== undefined && { id }) });
const texts = async () =>
  (await site.as('admin').inbox.one.query({ id: 1 })).events
    .filter(({ type }) => type === 'mail')
    .map(({ text }) => text);
const look = async (mailbox: MailboxAccess) => {
  const connection = await mailbox.open();
  await takeNewMails(mailbox, connection, site.receiving).finally(() => connection.close());
};
const stateOf = (mailbox: MailboxAccess) => findRow(mailbox, site.receiving());

test.each(chooseByForm([true, false], [true]))(
  'reading begins with the mails that arrive from now on, takes each once, and changes nothing in the mailbox (UIDNEXT %s)',
  async (hasUidNext) => {
    const server = await serverWith({ hasUidNext });
    const mailbox = createMailboxAccess(settingsOf(server), trusted);
    server.deliver(replyOf('Before'));
    await look(mailbox);
    expect(await stateOf(mailbox)).toMatchObject({ last_uid: 1, note: expect.stringMatching(/from now on/) });
    server.deliver(replyOf('First'));
    server.deliver(mailOf({ subject: 'Unrelated' }));
    server.deliver(replyOf('Second'));
    await look(mailbox);
    await look(mailbox);
    expect(await texts()).toEqual(['First', 'Second']);
    expect(await stateOf(mailbox)).toMatchObject({ last_uid: 4, taken: 2, passed_over: 1, error: null });
    const names = server.commands.map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(names.filter((name) => /SELECT|STORE|EXPUNGE|COPY|MOVE|APPEND/.test(name))).toEqual([]);
    expect(server.commands.filter((line) => /BODY\[/.test(line))).toEqual([]);
  },
);

test('a mail above 25 MB is taken by its headers', async () => {
  const server = await serverWith();
  const mailbox = createMailboxAccess(settingsOf(server), trusted);
  await look(mailbox);
  server.deliver(replyOf('x'.repeat(26 * 1024 * 1024)));
  await look(mailbox);
  const { events } = await site.as('admin').inbox.one.query({ id: 1 });
  expect(events).toMatchObject([
    { text: '', incoming: { remarks: [expect.stringMatching(/more than 25 MB/)] } },
  ]);
});

test.skipIf(isShortForm)(
  'a server that was away, or has numbered its mails anew, makes none lost and none come twice',
  async () => {
    const server = await serverWith();
    const mailbox = createMailboxAccess(settingsOf(server), trusted);
    await look(mailbox);
    server.deliver(replyOf('One'));
    await look(mailbox);
    await server.stop();
    expect(await failureOf(mailbox)).toBe('The server of the mailbox refuses the connection.');
    server.deliver(replyOf('Two'));
    server.renumber();
    await server.start();
    await look(mailbox);
    server.deliver(replyOf('Three'));
    await look(mailbox);
    expect(await texts()).toEqual(['One', 'Two', 'Three']);
    expect((await stateOf(mailbox)).note).toMatch(/renumbered the mails/);
  },
);

test.each([true, false])('a mail arrives by itself, with IDLE %s', async (hasIdle) => {
  const server = await serverWith({ hasIdle });
  const mailbox = createMailboxAccess(settingsOf(server), trusted);
  await look(mailbox);
  server.deliver(replyOf('While away'));
  const stop = watchMailbox(mailbox, site.receiving);
  await expect.poll(texts).toEqual(['While away']);
  if (hasIdle) {
    server.deliver(replyOf('At once'));
    await expect.poll(texts).toEqual(['While away', 'At once']);
  }
  await stop();
});

test('a failure is told in words in the panel and once in the log, and another instance waits for the lease', async () => {
  const server = await serverWith();
  const mailbox = createMailboxAccess(settingsOf(server, { word: 'wrong-secret' }), trusted);
  const stop = watchMailbox(mailbox, site.receiving);
  await expect.poll(async () => (await stateOf(mailbox)).error).toMatch(/refuses user or password/);
  expect(site.warnings()).toEqual([expect.stringMatching(/^the mailbox cannot be read: The server/)]);
  await stop();

  const opened = () => server.commands.filter((line) => line.startsWith('EXAMINE')).length;
  const first = createMailboxAccess(settingsOf(server), trusted);
  const stopFirst = watchMailbox(first, site.receiving);
  await expect.poll(() => server.commands).toContain('IDLE');
  const before = opened();
  const stopSecond = watchMailbox(createMailboxAccess(settingsOf(server), trusted), site.receiving);
  await stopSecond();
  expect(opened()).toBe(before);
  await stopFirst();
});

test('nothing is sent to a server without encryption or with a foreign certificate, and no failure has the password', async () => {
  const tls = await serverWith();
  const plain = await serverWith({ encryption: 'plain' });
  const starting = await serverWith({ encryption: 'STARTTLS' });
  const cases: [string, MailboxAccess, RegExp][] = [
    ['a foreign certificate', createMailboxAccess(settingsOf(tls)), /certificate/],
    ['no STARTTLS', createMailboxAccess(settingsOf(plain, { scheme: 'imap' }), trusted), /STARTTLS/],
    [
      'STARTTLS with a foreign certificate',
      createMailboxAccess(settingsOf(starting, { scheme: 'imap' })),
      /certificate|encryption/,
    ],
    ['STARTTLS', createMailboxAccess(settingsOf(starting, { scheme: 'imap' }), trusted), /^opened$/],
    [
      'a wrong password',
      createMailboxAccess(settingsOf(tls, { word: 'wrong-secret' }), trusted),
      /refuses user or password/,
    ],
    [
      'a folder that is not there',
      createMailboxAccess(settingsOf(tls, { folder: 'Nowhere' }), trusted),
      /no folder Nowhere/,
    ],
  ];
  for (const [name, mailbox, expected] of cases) {
    const words = await failureOf(mailbox);
    expect.soft(words, name).toMatch(expected);
    expect.soft(words, name).not.toMatch(/p@ss|wrong-secret|cEBzcw/);
  }
  expect(plain.commands.filter((line) => /LOGIN|AUTHENTICATE/.test(line))).toEqual([]);
});

test('with OAuth, an access token of the client credentials signs in, and a refused one is told without the secret', async () => {
  const requests: string[] = [];
  const provider = createServer((request, response) => {
    request.on('data', (chunk) => {
      requests.push(String(chunk));
      const isRight = String(chunk).includes('client_secret=right');
      response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRight ? { access_token: 'token-1' } : { error: 'invalid_client' }));
    });
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const server = await serverWith({ accessToken: 'token-1' });
  const withSecret = (secret: string) =>
    createMailboxAccess(
      readMailboxSettings({
        IMAP_URL: `imaps://eva@localhost:${server.port}/INBOX`,
        IMAP_OAUTH_TOKEN_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/token`,
        IMAP_OAUTH_CLIENT_ID: 'atrium',
        IMAP_OAUTH_CLIENT_SECRET: secret,
        IMAP_OAUTH_SCOPE: 'mail',
      }),
      trusted,
    );
  expect(await failureOf(withSecret('right'))).toBe('opened');
  expect(requests[0]).toContain('grant_type=client_credentials');
  const refused = await failureOf(withSecret('not-this-one'));
  expect(refused).toMatch(/refused \(invalid_client\)/);
  expect(refused).not.toContain('not-this-one');
  await new Promise((done) => provider.close(done));
});

test.skipIf(isShortForm)(
  'a mail server hands in mails by a token that reads nothing, up to 25 MB',
  async () => {
    const { secret } = await site
      .as('admin')
      .tokens.create.mutate({ name: 'Postfix', scopes: ['mail:receive'] });
    const headers = { authorization: `Bearer ${secret}` };
    expect(await handIn(site, replyOf('By pipe'), secret)).toMatchObject({
      status: 200,
      body: { outcome: 'joined' },
    });
    expect(await texts()).toEqual(['By pipe']);
    for (const path of [
      'messages',
      'messages/1',
      'messages/mails/1',
      'users',
      'activities',
      'dashboard/stats',
    ])
      expect.soft((await site.app.inject({ url: `/api/admin/${path}`, headers })).statusCode, path).toBe(403);
    expect((await handIn(site, replyOf('By hr'), await site.openSession('hr'))).status).toBe(403);
    const large = (bytes: number) => replyOf('x'.repeat(bytes));
    expect((await handIn(site, large(24 * 1024 * 1024), secret)).status).toBe(200);
    expect((await handIn(site, large(26 * 1024 * 1024), secret)).status).toBe(413);
    const json = await site.rest('admin').post('/api/admin/mails', { body: 'x' });
    expect([json.status, json.body.message]).toEqual([415, 'This address takes a message/rfc822 body.']);
    const elsewhere = await site.app.inject({
      method: 'POST',
      url: '/api/admin/messages/read',
      headers: {
        authorization: `Bearer ${await site.openSession('admin')}`,
        'content-type': 'message/rfc822',
      },
      payload: replyOf('Elsewhere'),
    });
    expect(elsewhere.statusCode).toBe(415);
  },
);

test('the sources of mails go after 30 days, and the oldest while all have too many bytes', async () => {
  const outcomes = [];
  for (const text of ['One', 'Two', 'Three']) outcomes.push((await handIn(site, replyOf(text))).body.outcome);
  expect(outcomes).toEqual(['joined', 'joined', 'joined']);
  const sources = async () =>
    (await site.as('admin').inbox.one.query({ id: 1 })).events.map(
      ({ incoming }) => incoming?.source != null,
    );
  const [{ bytes }] = (await site.database.fork().find(IncomingMail, {})).map((mail) => ({
    bytes: mail.source_bytes,
  })) as [{ bytes: number }];
  await trimSources(site.receiving(), bytes * 2 + 20);
  expect(await sources()).toEqual([false, true, true]);
  expect(await site.privateFiles()).toHaveLength(2);
  await trimSources({ ...site.receiving(), now: new Date(Date.now() + 29 * day) });
  expect(await sources()).toEqual([false, true, true]);
  await trimSources({ ...site.receiving(), now: new Date(Date.now() + 31 * day) });
  expect(await sources()).toEqual([false, false, false]);
  expect(await site.privateFiles()).toEqual([]);
});

test('a bad setting is told in words without its value, and a site without one has no mailbox', () => {
  const cases: [Parameters<typeof readMailboxSettings>[0], RegExp | undefined][] = [
    [{}, undefined],
    [{ IMAP_URL: 'mail.example.org' }, /must be an address like/],
    [{ IMAP_URL: 'https://eva:topsecret@mail.example.org' }, /must be an address like/],
    [{ IMAP_URL: 'imaps://eva:top#secret@mail.example.org' }, /%23/],
    [{ IMAP_URL: 'imaps://eva:top/secret@mail.example.org/INBOX' }, /IMAP_URL/],
    [{ IMAP_URL: 'imaps://mail.example.org/INBOX' }, /no user/],
    [{ IMAP_URL: 'imaps://eva@mail.example.org' }, /no password/],
    [{ IMAP_URL: 'imaps://eva@mail.example.org', IMAP_OAUTH_CLIENT_ID: 'x' }, /IMAP_OAUTH_TOKEN_URL/],
    [{ IMAP_OAUTH_CLIENT_ID: 'x' }, /IMAP_URL: must be set/],
  ];
  for (const [variables, expected] of cases) {
    const { address, problem } = readMailboxSettings(variables);
    expect.soft(address, JSON.stringify(variables)).toBeUndefined();
    if (expected) expect.soft(problem).toMatch(expected);
    else expect.soft(problem).toBeUndefined();
    expect.soft(problem ?? '').not.toMatch(/secret/);
  }
  const url = 'imap://eva%40example.org:p%23w@mail.example.org/Inbox%2FSite';
  expect(readMailboxSettings({ IMAP_URL: url }).address).toMatchObject({
    port: 143,
    isSecure: false,
    user: 'eva@example.org',
    signIn: { password: 'p#w' },
    folder: 'Inbox/Site',
  });
});
