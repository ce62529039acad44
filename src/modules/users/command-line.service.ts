import { inTransaction } from '../../database/transaction.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { toOneLine } from '../../shared/fields.ts';
import type { Context } from '../../trpc/context.ts';
import { makeResetLink, type ResetLink } from '../auth/reset.service.ts';
import { type LoggedWork, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { User } from './user.entity.ts';

type CommandWork = LoggedWork & Pick<Context, 'publicUrl'>;

/** @throws {Error} with one line when nobody has this address, or the account is deactivated */
export async function linkForAddress(work: CommandWork, email: string): Promise<ResetLink> {
  return inTransaction(work, async (inside) => {
    const user = await inside.em.findOne(User, { email_key: toEmailKey(email) });
    if (!user) throw new Error(`nobody has the address ${email}`);
    if (user.deactivated_at) throw new Error(`${user.email} is deactivated: reactivate the account first`);
    await recordSecurityEvent(inside, 'link_made', {
      details: { of: user.id, name: user.name, email: user.email },
    });
    return makeResetLink(inside, user);
  });
}

/** The link sets the password. @throws {Error} with one line when the address is taken */
export async function inviteAdmin(work: CommandWork, email: string, name: string): Promise<ResetLink> {
  return inTransaction(work, async (inside) => {
    const known = await inside.em.findOne(User, { email_key: toEmailKey(email) });
    if (known) throw new Error(`${known.email} belongs to ${known.name} (${known.role}) already`);
    const words = { email, name: toOneLine(name).slice(0, 120) || 'Administrator', role: 'admin' as const };
    const user = User.enter(words, null, inside.now);
    await inside.em.persist(user).flush();
    await recordSecurityEvent(inside, 'user_created', { details: { of: user.id, ...words } });
    return makeResetLink(inside, user);
  });
}
