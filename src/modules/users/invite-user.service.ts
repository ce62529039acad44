import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Conflict } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { endAccess } from '../auth/end-access.service.ts';
import { makeInvitationLink } from '../auth/password-links.service.ts';
import { type SendLaterCtx, sendDueMailsLater } from '../outbox/send.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { queueInvitation } from './invitations.service.ts';
import type { InvitationLink } from './user.schema.ts';
import { toEventDetails } from './user.view.ts';
import { lockUser } from './user.repository.ts';

type InviteCtx = SignedInCtx & SendLaterCtx & Pick<Context, 'siteSettings' | 'request'>;

/**
 * Invites a user who has set no password yet. Earlier links stop working. Returns the link if there is no
 * mail server, otherwise null.
 * @throws {NotFound} · {Conflict} when the user has a password or is deactivated
 */
export async function inviteUser(ctx: InviteCtx, id: number): Promise<InvitationLink> {
  const made = await inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, id);
    if (!user.invited_at) throw new Conflict(`${user.name} has a password already.`);
    if (user.deactivated_at) throw new Conflict(`${user.name} is deactivated. Reactivate the account first.`);
    await endAccess(tx, id, 'link_replaced');
    await recordSecurityEvent(tx, 'link_made', { details: toEventDetails(user) });
    if (!ctx.mailer.hasServer) return makeInvitationLink(tx, user);
    await queueInvitation(tx, user);
    return undefined;
  });
  if (!made) sendDueMailsLater(ctx);
  return { link: made?.link ?? null, expires_at: made?.expires_at.toISOString() ?? null };
}
