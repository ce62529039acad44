import type { Ctx } from '../../database/ctx.ts';
import { type Mail, MailFailure } from '../../mail/mailer.ts';
import type { MailState } from '../../shared/enumerations.ts';
import type { Context } from '../../trpc/context.ts';
import { makeInvitationLink } from '../auth/password-links.ts';
import { publishInboxChange } from '../inbox/live-inbox.ts';
import { Message, MessageEvent, MessageFile } from '../inbox/message.entity.ts';
import { activeUserFilter, User } from '../users/user.ts';
import { linkPlaceholder, type OutboxKind, OutboxMail } from './queue.ts';

const minute = 60_000;
const longestWaitMs = 60 * minute;
const longestTryingMs = 3 * 24 * 60 * minute;
const leasesAtOnce = 20;

const unclear = 'The connection broke while the mail was handed over. It may have arrived.';

type OutboxCtx = Pick<Ctx, 'em'> &
  Pick<Context, 'clock' | 'mailer' | 'privateFiles' | 'pictures' | 'publicUrl' | 'warn'>;

/** `tries` includes the current try, and keeps it from overwriting another one's result. */
type Claimed = Pick<OutboxMail, 'id' | 'kind' | 'tries' | 'created_at' | 'event_id' | 'address'>;
type Inside = Pick<Ctx, 'em' | 'now'>;

async function recordSent(ctx: OutboxCtx, mail: Claimed, note: string): Promise<void> {
  await change(ctx, async (tx) => {
    // If the lease has ended meanwhile, `sent` replaces the state recorded at its end.
    const removed = await tx.em.nativeDelete(OutboxMail, { id: mail.id, tries: mail.tries });
    if (removed > 0) await recordState(tx, mail, { state: 'sent', note, at: tx.now });
  });
}

/** By the kind of failure, the mail waits for another try or a person, or is deleted. */
async function recordFailure(
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
        // The panel shows only answers and invitations, so the operator's log has to report others.
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

/** After a lease without a result, answers wait for a person, and other mails are sent again. */
async function endLeases(ctx: OutboxCtx): Promise<void> {
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

/** For answers: writes to the timeline, and reopens the message if the answer may not have arrived. */
async function recordState(
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
  await publishInboxChange(tx);
}

function change<T>({ em, clock }: OutboxCtx, act: (tx: Inside) => Promise<T>): Promise<T> {
  return em.fork().transactional((inside) => act({ em: inside, now: clock() }));
}

// One conditional update claims a mail, so that one of several instances sends it. The claim is a lease. If
// it ends without a result, the process may have stopped after the server took the mail: an answer waits for
// a person, other mails are sent again.

/** Longer than the mailer needs for one mail. */
const leaseMs = 2 * 60_000;
const mailsAtOnce = 20;

/** These wait for a mail server. Until there is one, mails of other kinds are stored as files. */
const needServer: readonly OutboxKind[] = ['answer', 'copy', 'invitation', 'receipt'];

/** A mail that is not accepted does not delay the next one, unless the server cannot be reached. */
export async function sendDueMails(ctx: OutboxCtx): Promise<void> {
  await endLeases(ctx);
  for (const mail of await findDue(ctx)) {
    if (!(await claim(ctx, mail))) continue;
    const result = await send(ctx, mail).catch(toMailFailure);
    if (result instanceof MailFailure) await recordFailure(ctx, mail, result);
    else await recordSent(ctx, mail, result);
    // Each further mail would wait for the unreachable server.
    if (result instanceof MailFailure && result.isUnreachable) return;
  }
}

export type MailDeliveryCtx = OutboxCtx & Pick<Context, 'later'>;

/** After the response, or after `afterMs` milliseconds. */
export function sendDueMailsLater(ctx: MailDeliveryCtx, afterMs?: number): void {
  ctx.later(() => sendDueMails({ ...ctx, em: ctx.em.fork() }), 0, afterMs);
}

function findDue({ em, clock, mailer }: OutboxCtx): Promise<OutboxMail[]> {
  const kind = mailer.hasServer ? {} : { kind: { $nin: [...needServer] } };
  return em
    .fork()
    .find(
      OutboxMail,
      { state: 'queued', next_try_at: { $lte: clock().toISOString() }, ...kind },
      { orderBy: { id: 'asc' }, limit: mailsAtOnce },
    );
}

/** Counts the try. False when another instance has claimed the mail, or somebody has cancelled it. */
async function claim({ em, clock }: OutboxCtx, mail: OutboxMail): Promise<boolean> {
  const now = clock();
  const { id, tries } = mail;
  const claimed = await em.nativeUpdate(
    OutboxMail,
    { id, state: 'queued', tries, next_try_at: { $lte: now.toISOString() } },
    {
      state: 'sending',
      tries: tries + 1,
      next_try_at: new Date(now.getTime() + leaseMs).toISOString(),
    },
  );
  mail.tries = tries + 1;
  return claimed === 1;
}

/** An error before the server is contacted is temporary: an unreadable file may be readable later. */
function toMailFailure(error: unknown): MailFailure {
  return error instanceof MailFailure
    ? error
    : new MailFailure('not_sent', String(error), false, { cause: error });
}

/** Returns the mail server's response. @throws {MailFailure} */
async function send(ctx: OutboxCtx, mail: OutboxMail): Promise<string> {
  const isByPerson = mail.kind === 'answer' || mail.kind === 'copy';
  return ctx.mailer.send({
    to: { name: '', address: mail.address },
    fromName: mail.from_name ?? undefined,
    replyTo: mail.reply_to ? { name: '', address: mail.reply_to } : undefined,
    subject: mail.subject,
    text: mail.kind === 'invitation' ? await withLink(ctx, mail) : mail.text,
    messageId: mail.mail_id ?? undefined,
    headers: {
      ...mail.headers,
      // Keeps programs that answer automatically from answering this mail.
      ...(!isByPerson && { 'Auto-Submitted': 'auto-generated' }),
    },
    attachments: mail.event_id ? await openFiles(ctx, mail.event_id) : undefined,
  });
}

/** Makes a new link. @throws {MailFailure} when the user no longer needs an invitation */
async function withLink({ em, clock, publicUrl }: OutboxCtx, { user_id, text }: OutboxMail): Promise<string> {
  return em.fork().transactional(async (inside) => {
    const user = await inside.findOne(User, { id: user_id ?? 0, ...activeUserFilter });
    if (!user?.invited_at) throw new MailFailure('refused', 'The account needs no invitation any more.');
    const { link } = makeInvitationLink({ em: inside, now: clock(), publicUrl }, user);
    return text.replaceAll(linkPlaceholder, link);
  });
}

/** @throws {MailFailure} when a file no longer exists */
async function openFiles(
  { em, privateFiles, pictures }: OutboxCtx,
  event_id: number,
): Promise<Mail['attachments']> {
  const files = await em.fork().find(MessageFile, { event_id }, { orderBy: { id: 'asc' } });
  return Promise.all(
    files.map(async ({ name, attachment_key, picture }) => {
      const file = attachment_key
        ? await privateFiles.read(attachment_key)
        : await pictures.read(picture?.replace(/^uploads\//, '') ?? '');
      if (!file) throw new MailFailure('refused', `The file ${name} no longer exists.`);
      return { filename: name, content: file.open() };
    }),
  );
}
