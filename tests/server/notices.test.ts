import { beforeEach, expect, test } from 'vitest';
import { queueDigest } from '../../src/modules/inbox/notices.ts';
import type { Mail } from '../../src/mail/mailer.ts';
import { User } from '../../src/modules/users/user.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import { day, hour, minute, stoppedClock } from '../support/clock.ts';
import { createMessage } from '../support/factories.ts';
import { fakeMailer } from '../support/mail-server.ts';
import { useSite } from '../support/use-site.ts';
import { requiredFields } from '../support/visitor-forms.ts';

const clock = stoppedClock();
const sent: Mail[] = [];
const site = useSite({
  clock,
  parts: {
    notifyEmails: ['Desk@example.com'],
    mailer: fakeMailer((mail) => {
      sent.push(mail);
      return '250 OK';
    }),
  },
});
beforeEach(() => {
  sent.length = 0;
});

const want = (role: 'admin' | 'hr', messages: 'off' | 'at_once' | 'morning', assigned = false) =>
  site.as(role).inbox.setNoticeSettings.mutate({ messages, assigned });
const write = async (fields: Record<string, string> = {}) => {
  const answer = await site.rest('anonymous').post('/api/contact', { ...requiredFields.contact, ...fields });
  expect(answer.status).toBe(201);
  await site.settled();
};
const recipients = () => sent.map(({ to }) => to.address).toSorted();

test('a new message is told at once to the address of the server and to the people who want that, each once', async () => {
  expect(await site.as('hr').inbox.noticeSettings.query()).toEqual({ messages: 'off', assigned: false });
  await write();
  expect(recipients()).toEqual(['Desk@example.com']);
  await want('hr', 'at_once');
  await want('admin', 'at_once');
  await site.database
    .fork()
    .nativeUpdate(User, { role: 'admin' }, { email: 'desk@example.com', email_key: 'desk@example.com' });
  await write({ message: 'Another question' });
  expect(recipients()).toEqual(['Desk@example.com', 'Desk@example.com', 'hr@example.com']);
  await site.database.fork().nativeUpdate(User, { role: 'hr' }, { role: 'user' });
  await write({ message: 'A third question' });
  expect(recipients().filter((address) => address.startsWith('hr'))).toHaveLength(1);
});

test('the morning mail goes out once a day at eight, with what came since the last, if anything', async () => {
  await want('hr', 'morning');
  const { siteSettings, publicUrl } = {
    siteSettings: { current: async () => defaultSiteSettings, draft: async () => defaultSiteSettings },
    publicUrl: 'http://localhost:3000',
  };
  const parts = { database: site.database, siteSettings, publicUrl };
  const at = (time: string) => new Date(`2026-11-25T${time}Z`);
  await createMessage(site.database.fork(), {
    subject: 'Oak stairs',
    message: `word `.repeat(60),
    created_at: at('06:00:00'),
  });
  const mails = async (moment: Date) => {
    await queueDigest(parts, moment);
    clock.forward(moment.getTime() - clock.now().getTime());
    await site.sendMails();
    return sent.length;
  };
  expect(await mails(at('07:59:00'))).toBe(0);
  expect(await mails(at('08:00:00'))).toBe(1);
  expect(await mails(at('08:01:00'))).toBe(1);
  expect(sent[0]).toMatchObject({ to: { address: 'hr@example.com' }, subject: 'New messages to Atrium: 1' });
  expect(sent[0]!.text).toContain('Oak stairs\nAda: word word');
  expect(sent[0]!.text.split('\n')[1]!.length).toBeLessThan(130);
  expect(await mails(new Date(at('08:00:00').getTime() + day))).toBe(1);

  // No server ran at eight for two days
  await createMessage(site.database.fork(), {
    subject: 'Two days old',
    created_at: new Date(at('09:00:00').getTime() + day),
  });
  expect(await mails(new Date(at('09:00:00').getTime() + 3 * day))).toBe(2);
  expect(sent[1]!.text).toContain('Two days old');
  expect(sent[1]!.text).not.toContain('Oak stairs');
});

test('a person who wants it gets a mail when somebody else assigns messages to them', async () => {
  await createMessage(site.database.fork(), { subject: 'Oak stairs' });
  await want('hr', 'off', true);
  const { id: user_id } = await site.database.fork().findOneOrFail(User, { role: 'hr' });
  await site.as('hr').inbox.assign.mutate({ ids: [1], user_id });
  await site.as('hr').inbox.assign.mutate({ ids: [1], user_id: null });
  await site.sendMails();
  expect(sent).toEqual([]);
  await site.as('admin').inbox.assign.mutate({ ids: [1], user_id });
  await site.as('admin').inbox.assign.mutate({ ids: [1], user_id });
  await site.sendMails();
  expect(recipients()).toEqual(['hr@example.com']);
  expect(sent[0]!.text).toContain('/admin/inbox?message=1');
});

test('the sender of a form gets the confirmation of the settings once an hour, with no word of their own', async () => {
  await write({ email: 'eva@example.com' });
  expect(recipients()).toEqual(['Desk@example.com']);
  const receipt = '{company} has it. Your reference is {reference}.';
  await site.rest('hr').put('/api/admin/settings/answers', { value: { receipt }, version: 0 });
  const hostile = { name: 'Buy now', subject: 'Cheap pills', message: 'Visit evil.example' };
  for (const message of ['One', 'Two']) await write({ ...hostile, message, email: 'eva@example.com' });
  const receipts = () => sent.filter(({ to }) => to.address === 'eva@example.com');
  expect(receipts()).toHaveLength(1);
  const [mail] = receipts();
  expect(mail!.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  expect(mail!.text).toMatch(/^Atrium has it\. Your reference is [2-9A-Z]{8}\.$/);
  for (const word of ['Buy', 'pills', 'evil']) expect(JSON.stringify(mail)).not.toContain(word);
  clock.forward(hour + minute);
  await write({ message: 'Three', email: 'eva@example.com' });
  expect(receipts()).toHaveLength(2);
});
