import type { EntityManager } from '@mikro-orm/sql';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { lockName } from '../../locks/name-lock.ts';
import type { Passwords } from '../../security/passwords.ts';
import { createShortSecret } from '../../security/random-secrets.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict } from '../../shared/errors.ts';
import { toOneLine } from '../../shared/fields.ts';
import type { Context } from '../../trpc/context.ts';
import { findPasswordProblem, type NewPasswordCtx } from '../auth/new-password.ts';
import { makeInvitationLink, makeResetLink, type PasswordLink } from '../auth/password-links.ts';
import { PasswordReset } from '../auth/password-reset.entity.ts';
import { endUserAccess } from '../auth/sessions.ts';
import { sendDueMailsLater, type MailDeliveryCtx } from '../outbox/delivery.ts';
import { linkPlaceholder, OutboxMail, queueMail } from '../outbox/queue.ts';
import { type SecurityLogCtx, recordSecurityEvent } from '../security-log/security-event.ts';
import type { InvitationFacts, InvitationLink } from './user.schema.ts';
import { lockUser, lockUserByEmail, toSecurityEventDetails, User } from './user.ts';

/** The link is made when the mail is sent. */
export async function queueInvitation(
  tx: SignedInCtx & Pick<Context, 'siteSettings'>,
  user: User,
): Promise<void> {
  const { company, texts } = await tx.siteSettings.current();
  queueMail(tx, {
    kind: 'invitation',
    address: user.email,
    subject: texts.mails.inviteSubject(company.name),
    text: texts.mails.invite(user.name, company.name, tx.viewer.name, linkPlaceholder).join('\n\n'),
    user_id: user.id,
  });
  await tx.em.flush();
}

/** By the id of the user, for those who were invited and have set no password. */
export async function readInvitations(
  { em, now }: Ctx,
  users: readonly Pick<User, 'id' | 'invited_at'>[],
): Promise<Map<number, InvitationFacts>> {
  const ids = users.filter(({ invited_at }) => invited_at).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const read = em.fork();
  const mails = await read.find(OutboxMail, { user_id: { $in: ids }, kind: 'invitation' });
  const links = await read.find(
    PasswordReset,
    { user: { $in: ids }, origin: 'invitation', expires_at: { $gt: now } },
    { orderBy: { id: 'asc' } },
  );
  return new Map(
    ids.map((id): [number, InvitationFacts] => {
      const mail = mails.find(({ user_id }) => user_id === id);
      if (mail) {
        const state = mail.state === 'refused' ? 'refused' : 'waiting';
        return [id, { state, note: mail.error ?? null, until: null }];
      }
      const link = links.findLast(({ user }) => user.id === id);
      return [
        id,
        { state: link ? 'sent' : 'ended', note: null, until: link?.expires_at.toISOString() ?? null },
      ];
    }),
  );
}

type InviteCtx = SignedInCtx & MailDeliveryCtx & Pick<Context, 'siteSettings' | 'request'>;

/**
 * Earlier links stop working. The link is null when a mail brings it.
 * @throws {NotFound} · {Conflict} when the user has a password or is deactivated
 */
export async function inviteUser(ctx: InviteCtx, id: number): Promise<InvitationLink> {
  const made = await inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, id);
    if (!user.invited_at) throw new Conflict(`${user.name} has a password already.`);
    if (user.deactivated_at) throw new Conflict(`${user.name} is deactivated. Reactivate the account first.`);
    await endUserAccess(tx, id, 'link_replaced');
    await recordSecurityEvent(tx, 'link_made', { details: toSecurityEventDetails(user) });
    if (!ctx.mailer.hasServer) return makeInvitationLink(tx, user);
    await queueInvitation(tx, user);
    return undefined;
  });
  if (!made) sendDueMailsLater(ctx);
  return { link: made?.link ?? null, expires_at: made?.expires_at.toISOString() ?? null };
}

interface FirstAdmin {
  email: string | undefined;
  password: string | undefined;
  name: string;
}

/**
 * Once, when several instances start together. Undefined unless it made up the password.
 * @throws {Error} with one line when the rules refuse the password
 */
export async function ensureAdmin(
  em: EntityManager,
  ctx: NewPasswordCtx & { passwords: Passwords },
  { email = 'admin@example.com', password, name }: FirstAdmin,
  now: Date,
): Promise<{ email: string; password: string } | undefined> {
  if ((await em.count(User, { role: 'admin' })) > 0) return undefined;
  // With an admin, ADMIN_PASSWORD is ignored: it may have been changed since.
  const problem = password && (await findPasswordProblem(ctx, password, { name, email }));
  if (problem) throw new Error(`bad setting: ADMIN_PASSWORD: ${problem}`);
  const chosen = password ?? createShortSecret();
  const user = User.enter({ name, email, role: 'admin' }, await ctx.passwords.hash(chosen), now);
  const isFirst = await em.transactional(async (tx) => {
    await lockName({ em: tx }, 'admins');
    if ((await tx.count(User, { role: 'admin' })) > 0) return false;
    tx.persist(user);
    return true;
  });
  return isFirst && !password ? { email, password: chosen } : undefined;
}

type CommandCtx = SecurityLogCtx & Pick<Context, 'publicUrl'>;

/** @throws {Error} with one line, when nobody has the address or the account is deactivated */
export async function createResetLinkByEmail(ctx: CommandCtx, email: string): Promise<PasswordLink> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (user.deactivated_at) throw new Error(`${user.email} is deactivated: reactivate the account first`);
    await recordSecurityEvent(tx, 'link_made', {
      details: { of: user.id, name: user.name, email: user.email },
    });
    return makeResetLink(tx, user);
  });
}

/** @throws {Error} with one line when the address is taken */
export async function inviteAdmin(ctx: CommandCtx, email: string, name: string): Promise<PasswordLink> {
  return inTransaction(ctx, async (tx) => {
    const known = await tx.em.findOne(User, { email_key: toEmailKey(email) });
    if (known) throw new Error(`${known.email} belongs to ${known.name} (${known.role}) already`);
    const values = { email, name: toOneLine(name).slice(0, 120) || 'Administrator', role: 'admin' as const };
    const user = User.enter(values, null, tx.now);
    await tx.em.persist(user).flush();
    await recordSecurityEvent(tx, 'user_created', { details: { of: user.id, ...values } });
    return makeResetLink(tx, user);
  });
}
