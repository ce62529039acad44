import { MailFailure } from '../../mail/mail-failure.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Context } from '../../trpc/context.ts';
import { makeInvitationLink } from '../auth/password-links.service.ts';
import { MessageFile } from '../inbox/message-file.entity.ts';
import { type OutboxKind, OutboxMail } from './outbox-mail.entity.ts';
import { active, User } from '../users/user.entity.ts';
import { linkPlaceholder } from './queue.service.ts';
import { endLeases, type OutboxCtx, recordFailure, recordSent } from './results.service.ts';

// One conditional update claims a mail, so that only one of several instances sends the mail. The claim is a lease. If
// the lease ends without a result, the process may have stopped after the mail server received the mail. An answer then
// waits for a person. Other mails are sent again.

/** The length of a lease, which is longer than the mailer needs for one mail. */
const leaseMs = 2 * 60_000;
const mailsAtOnce = 20;

/**
 * The kinds of mail that wait until a mail server is configured. Until then, mails of other kinds are stored as files.
 */
const needServer: readonly OutboxKind[] = ['answer', 'copy', 'invitation', 'receipt'];

/**
 * Sends the mails that are due. A mail that is not accepted does not delay the next mail, unless the mail
 * server cannot be reached.
 */
export async function sendDueMails(ctx: OutboxCtx): Promise<void> {
  await endLeases(ctx);
  for (const mail of await findDue(ctx)) {
    if (!(await claim(ctx, mail))) continue;
    const result = await send(ctx, mail).catch(toMailFailure);
    if (result instanceof MailFailure) await recordFailure(ctx, mail, result);
    else await recordSent(ctx, mail, result);
    // Stops, because each further mail would wait for the unreachable server.
    if (result instanceof MailFailure && result.isUnreachable) return;
  }
}

export type SendLaterCtx = OutboxCtx & Pick<Context, 'later'>;

/** Schedules `sendDueMails`: after the response, or after `afterMs` milliseconds. */
export function sendDueMailsLater(ctx: SendLaterCtx, afterMs?: number): void {
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

/**
 * Claims a mail and counts the try. Returns false when another instance has claimed the mail, or somebody has
 * cancelled it.
 */
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

/**
 * Converts any error to a `MailFailure`. An error that occurs before the mail server is contacted counts as temporary.
 * For example, an unreadable file may be readable later.
 */
function toMailFailure(error: unknown): MailFailure {
  return error instanceof MailFailure
    ? error
    : new MailFailure('not_sent', String(error), false, { cause: error });
}

/** Sends a mail. Returns the response of the mail server. @throws {MailFailure} */
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
      // Tells programs that answer mails automatically not to answer this mail.
      ...(!isByPerson && { 'Auto-Submitted': 'auto-generated' }),
    },
    attachments: mail.event_id ? await openFiles(ctx, mail.event_id) : undefined,
  });
}

/**
 * Returns the text of an invitation with a new link.
 * @throws {MailFailure} when the user no longer needs an invitation
 */
async function withLink({ em, clock, publicUrl }: OutboxCtx, { user_id, text }: OutboxMail): Promise<string> {
  return em.fork().transactional(async (inside) => {
    const user = await inside.findOne(User, { id: user_id ?? 0, ...active });
    if (!user?.invited_at) throw new MailFailure('refused', 'The account needs no invitation any more.');
    const { link } = makeInvitationLink({ em: inside as OutboxCtx['em'], now: clock(), publicUrl }, user);
    return text.replaceAll(linkPlaceholder, link);
  });
}

/** Opens the files of an answer as attachments. @throws {MailFailure} when a file no longer exists */
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
