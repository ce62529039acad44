import type { Ctx } from '../../database/ctx.ts';
import type { MailFailure } from '../../mail/mail-failure.ts';
import type { MailState } from '../../shared/enumerations.ts';
import type { Context } from '../../trpc/context.ts';
import { tellInboxChanged } from '../inbox/live.service.ts';
import { MessageEvent } from '../inbox/message-event.entity.ts';
import { Message } from '../inbox/message.entity.ts';
import { OutboxMail } from './outbox-mail.entity.ts';

const minute = 60_000;
const longestWaitMs = 60 * minute;
const longestTryingMs = 3 * 24 * 60 * minute;
const leasesAtOnce = 20;

const unclear = 'The connection broke while the mail was handed over. It may have arrived.';

export type OutboxCtx = Pick<Ctx, 'em'> &
  Pick<Context, 'clock' | 'mailer' | 'privateFiles' | 'pictures' | 'publicUrl' | 'warn'>;

/**
 * A mail that this process has claimed. `tries` includes the current try. It identifies the try, so that this try
 * cannot overwrite the result of another try.
 */
type Claimed = Pick<OutboxMail, 'id' | 'kind' | 'tries' | 'created_at' | 'event_id' | 'address'>;
type Inside = Pick<Ctx, 'em' | 'now'>;

export async function recordSent(ctx: OutboxCtx, mail: Claimed, note: string): Promise<void> {
  await change(ctx, async (tx) => {
    // The lease may have ended meanwhile. The result `sent` then replaces the state that was recorded when the lease
    // ended.
    const removed = await tx.em.nativeDelete(OutboxMail, { id: mail.id, tries: mail.tries });
    if (removed > 0) await recordState(tx, mail, { state: 'sent', note, at: tx.now });
  });
}

/**
 * Records why a try has failed. Depending on the failure, the mail waits for another try, waits for a person,
 * or is deleted.
 */
export async function recordFailure(
  ctx: OutboxCtx,
  mail: Claimed,
  { outcome, message }: MailFailure,
): Promise<void> {
  const isAnswer = mail.kind === 'answer';
  const isOver = ctx.clock().getTime() - new Date(mail.created_at).getTime() >= longestTryingMs;
  await change(ctx, async (tx) => {
    const claimed = { id: mail.id, tries: mail.tries, state: 'sending' as const };
    if (isAnswer && outcome === 'unclear') {
      await tx.em.nativeUpdate(OutboxMail, claimed, { state: 'unclear', error: message });
      await recordState(tx, mail, { state: 'unclear', note: unclear, at: tx.now });
    } else if (outcome === 'refused' || isOver) {
      const reason = outcome === 'refused' ? message : `Not accepted within three days. ${message}`;
      if (isAnswer || mail.kind === 'invitation') {
        await tx.em.nativeUpdate(OutboxMail, claimed, { state: 'refused', error: reason });
        await recordState(tx, mail, { state: 'refused', note: reason, at: tx.now });
      } else {
        // The panel shows only answers and invitations. The operator's log therefore reports refused mails of
        // other kinds.
        await tx.em.nativeDelete(OutboxMail, claimed);
        ctx.warn('a mail was refused', { kind: mail.kind, words: reason });
      }
    } else {
      const waitMs = Math.min(longestWaitMs, minute * 2 ** (mail.tries - 1));
      const next = new Date(tx.now.getTime() + waitMs);
      const waiting = { state: 'queued' as const, error: message, next_try_at: next.toISOString() };
      await tx.em.nativeUpdate(OutboxMail, claimed, waiting);
      await recordState(tx, mail, { state: 'queued', note: message, at: next });
    }
  });
}

/**
 * Changes the state of mails whose lease has ended without a result. Answers then wait for a person, and other mails
 * are sent again.
 */
export async function endLeases(ctx: OutboxCtx): Promise<void> {
  const over = { state: 'sending' as const, next_try_at: { $lte: ctx.clock().toISOString() } };
  const mails = await ctx.em.fork().find(OutboxMail, over, { orderBy: { id: 'asc' }, limit: leasesAtOnce });
  for (const mail of mails) {
    await change(ctx, async (tx) => {
      const state = mail.kind === 'answer' ? 'unclear' : 'queued';
      const ended = await tx.em.nativeUpdate(OutboxMail, { id: mail.id, ...over }, { state });
      if (ended > 0) await recordState(tx, mail, { state, note: unclear, at: tx.now });
    });
  }
}

/**
 * Records the state of an answer in the timeline of its message. Opens the message again if the answer may
 * not have arrived. Does nothing for mails of other kinds.
 */
export async function recordState(
  tx: Inside,
  { kind, event_id }: Pick<OutboxMail, 'kind' | 'event_id'>,
  { state, note, at }: { state: MailState; note: string | null; at: Date },
): Promise<void> {
  if (kind !== 'answer' || !event_id) return;
  await tx.em.nativeUpdate(
    MessageEvent,
    { id: event_id },
    { mail_state: state, mail_note: note, mail_at: at },
  );
  if (state === 'refused' || state === 'unclear') {
    const event = await tx.em.findOneOrFail(MessageEvent, event_id);
    (await tx.em.findOneOrFail(Message, event.message_id)).reopen();
    await tx.em.flush();
  }
  await tellInboxChanged(tx);
}

function change<T>({ em, clock }: OutboxCtx, act: (tx: Inside) => Promise<T>): Promise<T> {
  return em.fork().transactional((inside) => act({ em: inside as Ctx['em'], now: clock() }));
}
