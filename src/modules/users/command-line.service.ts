import { inTransaction } from '../../database/transaction.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { toOneLine } from '../../shared/text-fields.ts';
import type { Context } from '../../trpc/context.ts';
import { makeResetLink, type PasswordLink } from '../auth/password-links.service.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { User } from './user.entity.ts';

type CommandCtx = LoggedCtx & Pick<Context, 'publicUrl'>;

/**
 * Creates a password link for the account with this email address.
 * @throws {Error} with a message of one line when nobody has the address, or the account is deactivated
 */
export async function createResetLinkByEmail(ctx: CommandCtx, email: string): Promise<PasswordLink> {
  return inTransaction(ctx, async (tx) => {
    const user = await tx.em.findOne(User, { email_key: toEmailKey(email) });
    if (!user) throw new Error(`nobody has the address ${email}`);
    if (user.deactivated_at) throw new Error(`${user.email} is deactivated: reactivate the account first`);
    await recordSecurityEvent(tx, 'link_made', {
      details: { of: user.id, name: user.name, email: user.email },
    });
    return makeResetLink(tx, user);
  });
}

/**
 * Creates an admin. Returns the link with which the admin sets a password.
 * @throws {Error} with a message of one line when the email address is taken
 */
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
