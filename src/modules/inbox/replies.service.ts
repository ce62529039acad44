import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { type IdempotentCtx, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { rateLimitFor } from '../../limits/rate-limit.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import type { Context } from '../../trpc/context.ts';
import { queueMail } from '../outbox/queue.service.ts';
import { type SendLaterCtx, sendDueMailsLater } from '../outbox/send.service.ts';
import { tellInboxChanged } from './live.service.ts';
import { MessageEvent } from './message-event.entity.ts';
import { Message, noSuchMessage } from './message.entity.ts';
import { differencesOf } from './message-changes.service.ts';
import type { MessageEventView } from './message.schema.ts';
import type { ReplyInput } from './replies.schema.ts';
import { storeReplyContents, insertFileRows } from './reply-files.service.ts';
import {
  createMailId,
  fillReply,
  fillSignature,
  quoteMessage,
  replyPlaceholders,
  replySubject,
  replyBody,
  threadHeaders,
} from './reply-mail.ts';
import { indexNotes, recordEvent, toEventView } from './timeline.service.ts';

/** The time before an answer is sent. Until then, staff can cancel the answer. */
const cancelMs = 10_000;
const perHour = { max: 100, windowMs: 60 * 60_000 };

export const needsMailServer =
  'No mail server is configured, so answers cannot be sent from here. Write in your mail program, and note the answer here.';

/** The types of the events that a user must have seen before the user can answer. */
const answers = ['reply', 'answered', 'incoming'];

type ReplyCtx = SignedInCtx & IdempotentCtx & SendLaterCtx & Pick<Context, 'limits' | 'siteSettings'>;

/**
 * Queues an answer to the sender of a message. Assigns the message to the caller if nobody is assigned.
 * @throws {NotFound} when there is no such message
 * @throws {RuleBroken} when a placeholder has no text, or a file is not permitted
 * @throws {TooManyTries} after 100 answers in an hour
 * @throws {Conflict} when no mail server is configured, when a response for the same `Idempotency-Key` is stored, or
 * when somebody has answered since `last_event`. In the last case, the error contains the event of that answer
 */
export async function sendReply(ctx: ReplyCtx, input: ReplyInput): Promise<MessageEventView> {
  if (!ctx.mailer.hasServer) throw new Conflict(needsMailServer);
  await ctx.limits.take([rateLimitFor('reply', String(ctx.viewer.id), perHour)], ctx.now);
  const site = await ctx.siteSettings.current();
  const sender = await ctx.mailer.sender();
  const domain = toEmailKey(sender.address).split('@').at(-1)!;
  const files = await storeReplyContents(ctx, input);
  const event = await inIdempotentTransaction(ctx, async (tx) => {
    const message = await tx.em.findOne(Message, input.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) throw new NotFound(noSuchMessage);
    const earlier = await tx.em.find(
      MessageEvent,
      { message_id: message.id, type: { $in: answers } },
      { orderBy: { id: 'asc' } },
    );
    expectSeen(earlier, input.last_event);
    const sent = earlier.filter(({ type, mail_state }) => type === 'reply' && mail_state !== 'discarded');

    const facts = replyPlaceholders(message, site, tx.viewer.name);
    const words = fillReply('text', input.text, facts);
    const own = fillReply('subject', input.subject, facts);
    const subject = sent[0]?.subject ?? replySubject(message, site, own);
    const signature = fillSignature(site.answers.signature, facts, site);
    const text = replyBody(words, signature, input.quote ? quoteMessage(message, site) : undefined);

    const act = differencesOf(message, () => message.answer(tx.viewer, tx.now));
    const sendAt = new Date(tx.now.getTime() + cancelMs);
    const mail_id = createMailId(domain);
    const stored = await recordEvent(tx, message, {
      type: 'reply',
      text: words,
      before: act.before,
      after: act.after,
      subject,
      channel: 'mail',
      mail_state: 'queued',
      mail_id,
      mail_at: sendAt,
    });
    const attached = await insertFileRows(tx, stored.id, files);
    await indexNotes(tx, message);

    const thread = sent.flatMap(({ mail_id: id }) => id ?? []);
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
    await tellInboxChanged(tx);
    await tx.em.flush();
    return toEventView(stored, attached);
  });
  sendDueMailsLater(ctx, cancelMs);
  return event;
}

/**
 * Returns the address to which the visitor's answer goes. Returns undefined when it goes to the address that
 * sends the mail.
 */
export function replyAddress({ mail, company }: SiteSettings): string | undefined {
  return mail.answers_to || company.email || undefined;
}

/**
 * Checks that the caller has seen all answers. Skips the check if `last_event` is undefined.
 * @throws {Conflict} with the newest answer if the caller has not seen it
 */
function expectSeen(answers: readonly MessageEvent[], last_event: number | undefined): void {
  const newest = answers.at(-1);
  if (last_event === undefined || !newest || newest.id <= last_event) return;
  throw new Conflict(`${newest.user_name} has answered in the meantime.`, {
    current: toEventView(newest, []),
  });
}
