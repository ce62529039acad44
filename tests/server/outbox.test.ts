import type { EntityManager } from '@mikro-orm/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../../src/mail/mailer.ts';
import { Message, MessageEvent } from '../../src/modules/inbox/message.entity.ts';
import { type OutboxKind, OutboxMail, queueMail } from '../../src/modules/outbox/queue.ts';
import { day, minute, stoppedClock } from '../support/clock.ts';
import { createMessage } from '../support/factories.ts';
import { type Behaviour, type MailServer, startMailServer } from '../support/mail-server.ts';
import { useSite } from '../support/use-site.ts';

let server: MailServer;
const clock = stoppedClock();
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.mails.length = 0;
  server.behave(() => ({}));
});

const site = useSite({
  clock,
  parts: async () => ({
    clock: clock.now,
    mailer: createMailer({ smtpUrl: server.url, from: 'Atrium <office@example.com>', outbox: '' }),
  }),
});

const queue = async (mails: { kind: OutboxKind; to: string }[]) => {
  const em = site.database.fork();
  for (const { kind, to } of mails) {
    const event_id = kind === 'answer' ? await addReply(em) : undefined;
    queueMail({ em, now: clock.now() }, { kind, address: to, subject: 'S', text: 'T', event_id });
  }
  await em.flush();
};

const kinds = ['answer', 'notice'] as const;
const lost = 'The connection broke while the mail was handed over. It may have arrived.';

test('a failure is sorted by what the server has said, and each answer shows its words', async () => {
  const cases: [how: Behaviour, answer: [state: string, words: string], notice: string][] = [
    [{}, ['sent', '250 OK: queued as TEST'], 'sent'],
    [{ recipient: '550 5.1.1 No such user here' }, ['refused', '550 5.1.1 No such user here'], 'dropped'],
    [{ recipient: '452 4.2.2 Mailbox full' }, ['queued', '452 4.2.2 Mailbox full'], 'queued'],
    [{ text: '554 5.7.1 This is spam' }, ['refused', '554 5.7.1 This is spam'], 'dropped'],
    [{ text: '451 4.7.1 Greylisted' }, ['queued', '451 4.7.1 Greylisted'], 'queued'],
    [{ greeting: '554 5.3.2 Not today' }, ['queued', '554 5.3.2 Not today'], 'queued'],
    [{ cut: 'before the text' }, ['queued', 'The mail server broke the connection.'], 'queued'],
    [{ cut: 'after the text' }, ['unclear', lost], 'queued'],
  ];
  for (const [index, [how, answer, notice]] of cases.entries()) {
    const to = `case${index}@example.com`;
    const title = JSON.stringify(how);
    server.behave((recipient) => (recipient === to || how.greeting ? how : {}));
    await queue(kinds.map((kind) => ({ kind, to })));
    // A server that says nothing more than a refusal at the greeting gets one mail each minute.
    for (const _ of kinds) await site.sendMails();
    const rows = await site.database.fork().find(OutboxMail, { address: to });
    const event = await site.database
      .fork()
      .findOneOrFail(MessageEvent, { type: 'reply' }, { orderBy: { id: 'desc' } });
    expect([event.mail_state, event.mail_note], title).toEqual(answer);
    const stateOf = (kind: OutboxKind) => rows.find((row) => row.kind === kind)?.state;
    expect(stateOf('answer') ?? 'sent', title).toBe(answer[0]);
    const isAccepted = server.mails.filter((mail) => mail.includes(to)).length === 2;
    expect(stateOf('notice') ?? (isAccepted ? 'sent' : 'dropped'), title).toBe(notice);
    const message = await site.database.fork().findOneOrFail(Message, event.message_id);
    const isOpen = answer[0] === 'refused' || answer[0] === 'unclear';
    expect([message.state, message.is_read], title).toEqual(isOpen ? ['open', false] : ['answered', true]);
  }
});

test('a server that is away for ten minutes gets every mail once, and one that it refuses holds up no other', async () => {
  await server.close();
  await queue([
    { kind: 'answer', to: 'eva@example.com' },
    { kind: 'answer', to: 'nobody@example.com' },
    { kind: 'notice', to: 'office@example.com' },
  ]);
  for (let passed = 0; passed < 10; passed += 1) {
    await site.sendMails();
    clock.forward(minute);
  }
  const waiting = await site.database.fork().find(MessageEvent, { mail_state: 'queued' });
  expect(waiting.map(({ mail_note }) => mail_note)).toContain('The mail server refuses the connection.');
  server = await startMailServer(server.port);
  server.behave((to) => (to.startsWith('nobody') ? { recipient: '550 5.1.1 Unknown' } : {}));
  for (let passed = 0; passed < 10; passed += 1) {
    await site.sendMails();
    clock.forward(minute);
  }
  const received = server.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim());
  expect(received.toSorted()).toEqual(['eva@example.com', 'office@example.com']);
  const rows = await site.database.fork().find(OutboxMail, {});
  expect(rows.map(({ address, state, error }) => [address, state, error])).toEqual([
    ['nobody@example.com', 'refused', '550 5.1.1 Unknown'],
  ]);
});

test('a mail is tried after 1, 2, 4 … 60 minutes for three days', async () => {
  server.behave(() => ({ recipient: '451 4.7.1 Later' }));
  await queue([{ kind: 'answer', to: 'eva@example.com' }]);
  const waits: number[] = [];
  const afterTry = async () => {
    await site.sendMails();
    return site.database.fork().findOneOrFail(OutboxMail, { kind: 'answer' });
  };
  for (let tries = 0; tries < 8; tries += 1) {
    const waitMs = new Date((await afterTry()).next_try_at).getTime() - clock.now().getTime();
    waits.push(waitMs / minute);
    clock.forward(waitMs);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  clock.forward(3 * day);
  const { state, error } = await afterTry();
  expect([state, error]).toEqual(['refused', 'Not accepted within three days. 451 4.7.1 Later']);
});

test('of a server that stopped while it sent, answers wait for a person and others are sent again', async () => {
  await queue(kinds.map((kind) => ({ kind, to: `${kind}@example.com` })));
  const em = site.database.fork();
  const lease = new Date(clock.now().getTime() + 2 * minute).toISOString();
  await em.nativeUpdate(OutboxMail, {}, { state: 'sending', tries: 1, next_try_at: lease });
  await site.sendMails();
  expect(server.mails).toEqual([]);
  clock.forward(2 * minute);
  await site.sendMails();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('notice@example.com');
  const event = await site.database.fork().findOneOrFail(MessageEvent, { type: 'reply' });
  expect([event.mail_state, event.mail_note]).toEqual(['unclear', lost]);
});

/** Adds an answer to a message that it has answered. */
async function addReply(em: EntityManager): Promise<number> {
  const message = await createMessage(em, { is_read: true });
  message.setState('answered', clock.now());
  await em.flush();
  const event = { message_id: message.id, created_at: clock.now(), type: 'reply', user_name: 'Ada' };
  return em.insert(MessageEvent, { ...event, mail_state: 'queued' });
}
