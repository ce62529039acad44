import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Context } from '../../trpc/context.ts';
import { PasswordReset } from '../auth/password-reset.entity.ts';
import { OutboxMail } from '../outbox/outbox-mail.entity.ts';
import { linkPlaceholder, queueMail } from '../outbox/queue.service.ts';
import type { User } from './user.entity.ts';
import type { InvitationFacts } from './user.schema.ts';

/**
 * Queues the mail that invites a user. The link in the mail, with which the user sets a password, is created
 * when the mail is sent.
 */
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

/**
 * Returns the state of each invitation by the id of the user. Leaves out users who were never invited or have
 * set a password.
 */
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
