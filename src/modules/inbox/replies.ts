import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type IdempotentCtx, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { rateLimitFor } from '../../limits/rate-limiter.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { BulkResult } from '../../shared/bulk.ts';
import type { MailState } from '../../shared/enumerations.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import { hasGrant } from '../../shared/grants.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import type { Language } from '../../shared/settings/fields/region.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import type { Context } from '../../trpc/context.ts';
import { sendDueMailsLater, type MailDeliveryCtx } from '../outbox/delivery.ts';
import { createMailId, OutboxMail, queueMail, threadHeaders } from '../outbox/queue.ts';
import { changedValuesOf, revertValues } from './message-acts.ts';
import { insertFileRows, storeReplyContents } from './message-files.ts';
import { expectStage } from './applicants.ts';
import type {
  MessageEventView,
  RepliesInput,
  replyActNames,
  ReplyDraft,
  ReplyInput,
} from './inbox.schema.ts';
import { publishInboxChange } from './live-inbox.ts';
import { Message, MessageEvent, MessageFile, missingMessageText } from './message.entity.ts';
import { indexNotes, recordMessageEvent, toMessageEventView } from './messages.ts';
import {
  fillReply,
  fillSignature,
  quoteMessage,
  replyBody,
  replyPlaceholders,
  replySubject,
} from './reply-mail.ts';

/** How long staff can cancel an answer. */
const cancelMs = 10_000;
const perHour = { max: 100, windowMs: 60 * 60_000 };

const needsMailServer =
  'No mail server is configured, so answers cannot be sent from here. Write in your mail program, and note the answer here.';

/** Events that the author of an answer must have seen. */
const answers = ['reply', 'answered', 'incoming', 'mail'];

type ReplyCtx = SignedInCtx & IdempotentCtx & MailDeliveryCtx & Pick<Context, 'limits' | 'siteSettings'>;

/** What the answers of one call have in common. */
interface Sending {
  /** By the language of a message. Null is the main one. */
  sites: ReadonlyMap<string | null, SiteSettings>;
  domain: string;
}

/** @throws {Conflict} without a mail server · {TooManyTries} after 100 answers in an hour */
async function beginSending(ctx: ReplyCtx, count: number): Promise<Sending> {
  if (!ctx.mailer.hasServer) throw new Conflict(needsMailServer);
  for (let taken = 0; taken < count; taken++)
    await ctx.limits.take([rateLimitFor('reply', String(ctx.viewer.id), perHour)], ctx.now);
  // Read before the transaction, which would need a second connection for them.
  const site = await ctx.siteSettings.current();
  const sites = new Map<string | null, SiteSettings>([[null, site]]);
  for (const { language } of site.languages.shown)
    sites.set(language, await ctx.siteSettings.current(language));
  const sender = await ctx.mailer.sender();
  return { sites, domain: toEmailKey(sender.address).split('@').at(-1)! };
}

/**
 * Queues an answer to the sender. Assigns the message to the caller if nobody is assigned.
 * @throws {NotFound} when there is no such message
 * @throws {RuleBroken} when a placeholder has no text, or a file is not permitted
 * @throws {TooManyTries} after 100 answers in an hour
 * @throws {Conflict} when there is no mail server, a response to the `Idempotency-Key` is stored, or somebody
 * has answered since `last_event` (with the event of that answer)
 */
export async function sendReply(ctx: ReplyCtx, input: ReplyInput): Promise<MessageEventView> {
  const sending = await beginSending(ctx, 1);
  const files = await storeReplyContents(ctx, input);
  const event = await inIdempotentTransaction(ctx, async (tx) => {
    const message = await tx.em.findOne(Message, input.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) throw new NotFound(missingMessageText);
    const stored = await queueReply(tx, message, input, sending);
    const attached = await insertFileRows(tx, stored.id, files);
    await publishInboxChange(tx);
    await tx.em.flush();
    return toMessageEventView(stored, attached);
  });
  sendDueMailsLater(ctx, cancelMs);
  return event;
}

/**
 * Queues one answer for each message, and moves applications to the stage: all of them or none. The `version` of an
 * outcome is the event of the answer, whose removal takes back the move too.
 * @throws {RuleBroken} when a placeholder has no text for one of them, or the settings lack the stage
 * @throws {TooManyTries} · {Conflict} as `sendReply`
 */
export async function sendReplies(ctx: ReplyCtx, input: RepliesInput): Promise<BulkResult> {
  const { ids, stage, ...words } = input;
  if (stage !== undefined) await expectStage(ctx, stage);
  const sending = await beginSending(ctx, ids.length);
  const result = await inIdempotentTransaction(ctx, async (tx) => {
    const messages = await tx.em.find(
      Message,
      { id: { $in: [...ids] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    const events = new Map<number, number>();
    for (const message of messages) {
      const event = await queueReply(tx, message, { ...words, stage, quote: false }, sending);
      events.set(message.id, event.id);
    }
    await publishInboxChange(tx);
    await tx.em.flush();
    const results = ids.map((id): BulkResult['results'][number] => {
      const version = events.get(id);
      return version === undefined ? { id, outcome: 'not_found' } : { id, outcome: 'changed', version };
    });
    return { results };
  });
  sendDueMailsLater(ctx, cancelMs);
  return result;
}

type QueuedReply = Pick<ReplyInput, 'text' | 'subject' | 'quote' | 'last_event'> & {
  stage?: string | undefined;
};

/** The caller publishes the change and flushes. */
async function queueReply(
  tx: SignedInCtx,
  message: Message,
  input: QueuedReply,
  { sites, domain }: Sending,
): Promise<MessageEvent> {
  const site = sites.get(message.lang ?? null) ?? sites.get(null)!;
  const earlier = await tx.em.find(
    MessageEvent,
    { message_id: message.id, type: { $in: answers } },
    { orderBy: { id: 'asc' } },
  );
  expectSeen(earlier, input.last_event);
  const sent = earlier.filter(({ type, mail_state }) => type === 'reply' && mail_state !== 'discarded');

  const facts = replyPlaceholders(message, site, tx.viewer.name);
  const answer = fillReply('text', input.text, facts);
  const own = fillReply('subject', input.subject, facts);
  const subject = sent[0]?.subject ?? replySubject(message, site, own);
  const signature = fillSignature(site.answers.signature, facts, site);
  const text = replyBody(answer, signature, input.quote ? quoteMessage(message, site) : undefined);

  const act = changedValuesOf(message, () => {
    message.answer(tx.viewer, tx.now);
    if (input.stage !== undefined) message.setStage(input.stage, tx.now);
  });
  const sendAt = new Date(tx.now.getTime() + cancelMs);
  const mail_id = createMailId(domain);
  const stored = await recordMessageEvent(tx, message, {
    type: 'reply',
    text: answer,
    before: act.before,
    after: act.after,
    subject,
    channel: 'mail',
    mail_state: 'queued',
    mail_id,
    mail_at: sendAt,
  });
  await indexNotes(tx, message);

  const mails = earlier.filter(({ mail_state }) => mail_state !== 'discarded');
  const thread = mails.flatMap(({ mail_id: id }) => id ?? []);
  const recipients = [{ kind: 'answer', address: message.email } as const];
  const queued = site.mail.copy_to
    ? [...recipients, { kind: 'copy', address: site.mail.copy_to } as const]
    : recipients;
  for (const { kind, address } of queued) {
    queueMail(tx, {
      kind,
      address,
      from_name: `${tx.viewer.name}, ${site.company.name}`,
      reply_to: replyAddress(site),
      subject,
      text,
      mail_id: kind === 'answer' ? mail_id : null,
      headers: threadHeaders(message.details.reference, domain, thread),
      event_id: stored.id,
      next_try_at: sendAt.toISOString(),
    });
  }
  return stored;
}

/** Where the visitor's answer goes. Undefined for the address that sends the mail. */
function replyAddress({ mail, company }: SiteSettings): string | undefined {
  return mail.answers_to || company.email || undefined;
}

/** Without `last_event`, does nothing. @throws {Conflict} with the newest answer if it was not seen */
function expectSeen(answers: readonly MessageEvent[], last_event: number | undefined): void {
  const newest = answers.at(-1);
  if (last_event === undefined || !newest || newest.id <= last_event) return;
  const reason =
    newest.type === 'mail'
      ? 'A reply has arrived in the meantime.'
      : `${newest.user_name} has answered in the meantime.`;
  throw new Conflict(reason, {
    current: toMessageEventView(newest, []),
  });
}

/** The answer form's initial values, with placeholders filled in. @throws {NotFound} */
export async function draftReply(
  { em, viewer, mailer, siteSettings }: SignedInCtx & Pick<Context, 'mailer' | 'siteSettings'>,
  id: number,
): Promise<ReplyDraft> {
  const read = em.fork();
  const message = await read.findOne(Message, id);
  if (!message) throw new NotFound(missingMessageText);
  const first = await read.findOne(
    MessageEvent,
    { message_id: id, type: 'reply', mail_state: { $ne: 'discarded' } },
    { orderBy: { id: 'asc' } },
  );
  const site = await siteSettings.current((message.lang ?? undefined) as Language | undefined);
  const facts = replyPlaceholders(message, site, viewer.name);
  const { address } = await mailer.sender();
  return {
    from: `${viewer.name}, ${site.company.name} <${address}>`,
    answers_to: replyAddress(site) ?? null,
    subject: first?.subject ?? replySubject(message, site, ''),
    is_subject_fixed: first !== null,
    signature: fillSignature(site.answers.signature, facts, site),
    may_add_pictures: hasGrant(viewer.role, 'media:manage'),
    templates: site.answers.templates
      .filter(({ kind }) => kind === 'all' || kind === message.kind)
      .map(({ key, name, subject, text }) => ({
        key,
        name,
        subject: fillPlaceholders(subject, facts),
        text: fillPlaceholders(text, facts),
      })),
  };
}

const noSuchReply = 'There is no such answer.';

type SendCtx = SignedInCtx & MailDeliveryCtx;

/** @throws {NotFound} when there is no such answer · {Conflict} when its state does not permit the change */
export function changeReply(
  ctx: SendCtx,
  id: number,
  act: (typeof replyActNames)[number],
): Promise<MessageEventView> {
  if (act === 'retry') return retry(ctx, id);
  return act === 'sent' ? countAsSent(ctx, id) : markReturned(ctx, id);
}

/** With the same Message-ID. */
async function retry(ctx: SendCtx, id: number): Promise<MessageEventView> {
  const view = await change(ctx, id, ['refused', 'unclear'], async (tx, { event, message, mail }) => {
    if (!mail) throw new Conflict('The mail is gone. Please write the answer again.');
    const now = tx.now.toISOString();
    Object.assign(mail, { state: 'queued', tries: 0, error: null, next_try_at: now, created_at: now });
    setState(event, 'queued', null, tx.now);
    message.answer(tx.viewer, tx.now);
  });
  sendDueMailsLater(ctx);
  return view;
}

/** The user has found out that an answer of unclear delivery arrived. */
function countAsSent(ctx: SignedInCtx, id: number): Promise<MessageEventView> {
  return change(ctx, id, ['unclear'], async (tx, { event, message, mail }) => {
    if (mail) tx.em.remove(mail);
    setState(event, 'sent', `Counted as sent by ${tx.viewer.name}.`, tx.now);
    message.answer(tx.viewer, tx.now);
  });
}

/** The mail came back. Opens the message again. */
function markReturned(ctx: SignedInCtx, id: number): Promise<MessageEventView> {
  return change(ctx, id, ['sent'], async (tx, { event, message }) => {
    setState(event, 'returned', event.mail_note ?? null, tx.now);
    message.reopen();
  });
}

/**
 * Undoes an answer that is still queued, and discards one that was refused or is unclear.
 * @throws {NotFound} when there is no such answer
 * @throws {Conflict} when it is in another state, or its mail is being sent
 */
export async function removeReply(ctx: SignedInCtx, id: number): Promise<{ success: true }> {
  await change(ctx, id, ['queued', 'refused', 'unclear'], async (tx, { event, message, mail }) => {
    if (event.mail_state !== 'queued') {
      if (mail) tx.em.remove(mail);
      setState(event, 'discarded', event.mail_note ?? null, tx.now);
      return;
    }
    if (event.before && event.after) revertValues(message, event.before, event.after);
    await tx.em.flush();
    await tx.em.nativeDelete(MessageEvent, { id });
    await indexNotes(tx, message);
  });
  return { success: true };
}

interface Answer {
  event: MessageEvent;
  message: Message;
  mail: OutboxMail | null;
}

/**
 * Locks the mail before the event, in the same order as the task that sends mails, so that they cannot deadlock and
 * no answer changes while it is sent.
 * @throws {NotFound} when there is no such answer
 * @throws {Conflict} when it is not in one of `states`, or its mail is being sent
 */
async function change(
  ctx: SignedInCtx,
  id: number,
  states: readonly MailState[],
  act: (tx: SignedInCtx, answer: Answer) => Promise<void>,
): Promise<MessageEventView> {
  return inTransaction(ctx, async (tx) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const mail = await tx.em.findOne(OutboxMail, { event_id: id, kind: 'answer' }, { lockMode });
    const event = await tx.em.findOne(MessageEvent, { id, type: 'reply' }, { lockMode });
    if (!event) throw new NotFound(noSuchReply);
    const isBeingSent = mail?.state === 'sending';
    if (isBeingSent || !states.some((state) => state === event.mail_state)) {
      throw new Conflict('The answer has been sent or changed meanwhile.', {
        current: toMessageEventView(event),
      });
    }
    const message = await tx.em.findOneOrFail(Message, event.message_id, { lockMode });
    const files = await tx.em.find(MessageFile, { event_id: id }, { orderBy: { id: 'asc' } });
    await act(tx, { event, message, mail });
    await publishInboxChange(tx);
    return toMessageEventView(event, files);
  });
}

function setState(event: MessageEvent, mail_state: MailState, mail_note: string | null, mail_at: Date): void {
  Object.assign(event, { mail_state, mail_note, mail_at });
}
