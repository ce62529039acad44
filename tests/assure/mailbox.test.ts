import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createMailboxAccess, type MailboxAccess } from '../../src/mail/mailbox.ts';
import { readMailboxSettings } from '../../src/mail/mailbox-settings.ts';
import { takeNewMails, watchMailbox } from '../../src/modules/mailbox/mailbox-watch.ts';
import { mailOf } from '../support/arriving-mail.ts';
import { canRunDovecot, type Dovecot, dovecotPassword, startDovecot } from '../support/dovecot.ts';
import { createMessage } from '../support/factories.ts';
import { certificate } from '../support/imap-server.ts';
import { useSite } from '../support/use-site.ts';
import { addFigures } from './figures.ts';

let dovecot: Dovecot;
beforeAll(async () => {
  if (canRunDovecot) dovecot = await startDovecot();
});
afterAll(() => dovecot?.stop());

const site = useSite({
  fill: async ({ database }) =>
    createMessage(database.fork(), { email: 'eva@example.com', details: { reference: 'K7PZ2QXM' } }),
});
const accessTo = (url: string, ca: Buffer | undefined = certificate) =>
  createMailboxAccess(readMailboxSettings({ IMAP_URL: url }), ca ? { tls: { ca } } : {});
const deliver = (text: string) => dovecot.deliver(mailOf({ subject: 'Re: [K7PZ2QXM]', text }));
const texts = async () => (await site.as('admin').inbox.one.query({ id: 1 })).events.map(({ text }) => text);
const look = async (mailbox: MailboxAccess) => {
  const connection = await mailbox.open();
  await takeNewMails(mailbox, connection, site.receiving).finally(() => connection.close());
};

test.runIf(canRunDovecot)(
  'a Dovecot gives its mails as they arrive, through a restart and new numbers, each once',
  async () => {
    const mailbox = accessTo(dovecot.imaps);
    await look(mailbox);
    const stop = watchMailbox(mailbox, site.receiving);
    await deliver('First');
    await expect.poll(texts).toEqual(['First']);
    await deliver('Second');
    await expect.poll(texts).toEqual(['First', 'Second']);
    await stop();

    await dovecot.stop();
    await deliver('While away');
    await expect(mailbox.open()).rejects.toThrow('refuses the connection');
    await dovecot.renumber();
    await dovecot.start();
    await look(mailbox);
    await deliver('Later');
    await look(mailbox);
    expect(await texts()).toEqual(['First', 'Second', 'While away', 'Later']);
  },
);

test.runIf(canRunDovecot)('a Dovecot gets the password only by a certificate that is trusted', async () => {
  const opened = await accessTo(dovecot.imap).open();
  await opened.close();
  const untrusted = createMailboxAccess(readMailboxSettings({ IMAP_URL: dovecot.imaps }));
  await expect(untrusted.open()).rejects.toThrow(/certificate/);
  const wrong = accessTo(dovecot.imaps.replace(dovecotPassword, 'another'));
  await expect(wrong.open()).rejects.toThrow(/refuses user or password/);
  await expect(accessTo(dovecot.imaps.replace('INBOX', 'Nowhere')).open()).rejects.toThrow(
    /no folder Nowhere/,
  );
});

test.runIf(canRunDovecot)('of 50,000 old mails none comes in, also after new numbers', async (context) => {
  const full = await startDovecot();
  onTestFinished(() => full.stop());
  await full.fill(50_000, (at) => mailOf({ subject: `Old ${at} [K7PZ2QXM]`, text: 'Old' }));
  const mailbox = accessTo(full.imaps);
  const began = performance.now();
  await look(mailbox);
  addFigures(context, {
    notes: [`first look at 50,000 mails ${Math.round(performance.now() - began)} ms`],
  });
  await full.deliver(mailOf({ subject: 'Re: [K7PZ2QXM]', text: 'New' }));
  await look(mailbox);
  expect(await texts()).toEqual(['New']);
  await full.stop();
  await full.renumber();
  await full.start();
  await look(mailbox);
  expect(await texts()).toEqual(['New']);
});
