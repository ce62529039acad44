import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createMailboxAccess, type MailboxAccess } from '../../src/mail/mailbox.ts';
import { readMailboxSettings } from '../../src/mail/mailbox-settings.ts';
import { findRow, takeNewMails, watchMailbox } from '../../src/modules/mailbox/mailbox-watch.ts';
import { mailOf } from '../support/arriving-mail.ts';
import { createMessage } from '../support/factories.ts';
import { certificate, type ImapServer, startImapServer } from '../support/imap-server.ts';
import { useSite } from '../support/use-site.ts';
import { waitLimitMs } from '../support/wait-limit.ts';

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

test('reading begins with the mails that arrive from now on, takes each once, and changes nothing in the mailbox', async () => {
  const server = await serverWith();
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
});

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

test('a server that was away, or has numbered its mails anew, makes none lost and none come twice', async () => {
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
  expect((await stateOf(mailbox)).note).toMatch(/numbered the mails anew/);
});

test.each([true, false])(
  'a mail arrives by itself, with IDLE %s, and a failure is told in words until the next look',
  async (hasIdle) => {
    const server = await serverWith({ hasIdle });
    const mailbox = createMailboxAccess(settingsOf(server), trusted);
    await look(mailbox);
    server.deliver(replyOf('While away'));
    const stop = watchMailbox(mailbox, site.receiving);
    await vi.waitFor(async () => expect(await texts()).toEqual(['While away']), waitLimitMs);
    if (hasIdle) {
      server.deliver(replyOf('At once'));
      await vi.waitFor(async () => expect(await texts()).toHaveLength(2), waitLimitMs);
    }
    await server.stop();
    await vi.waitFor(async () => expect(await stateOf(mailbox)).toBeDefined(), waitLimitMs);
    await stop();
  },
);

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

test('a bad setting is told in words without its value, and a site without one has no mailbox', () => {
  const cases: [Parameters<typeof readMailboxSettings>[0], RegExp | undefined][] = [
    [{}, undefined],
    [{ IMAP_URL: 'mail.example.org' }, /must be an address like/],
    [{ IMAP_URL: 'https://eva:topsecret@mail.example.org' }, /must be an address like/],
    [{ IMAP_URL: 'imaps://eva:top#secret@mail.example.org' }, /IMAP_URL/],
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
