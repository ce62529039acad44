import type { Ctx } from '../../database/ctx.ts';
import { OutboxMail } from './outbox-mail.entity.ts';

/**
 * The placeholder of the link in an invitation. The link is created only when the mail is sent, so that the
 * outbox contains no link that sets a password.
 */
export const linkPlaceholder = '{link}';

export type QueuedMail = Pick<OutboxMail, 'address' | 'subject' | 'text'> &
  Partial<
    Pick<OutboxMail, 'kind' | 'from_name' | 'mail_id' | 'headers' | 'event_id' | 'user_id' | 'next_try_at'>
  > & { reply_to?: string | undefined };

/**
 * Queues a mail, by default of the kind `notice`. The caller's next flush stores the mail. The maintenance
 * that runs every minute sends the mail.
 */
export function queueMail({ em, now }: Pick<Ctx, 'em' | 'now'>, mail: QueuedMail): OutboxMail {
  const at = now.toISOString();
  const queued = em.create(OutboxMail, {
    address: mail.address,
    subject: mail.subject,
    text: mail.text,
    kind: mail.kind ?? 'notice',
    state: 'queued',
    from_name: mail.from_name ?? null,
    reply_to: mail.reply_to ?? null,
    mail_id: mail.mail_id ?? null,
    headers: mail.headers ?? null,
    event_id: mail.event_id ?? null,
    user_id: mail.user_id ?? null,
    error: null,
    tries: 0,
    next_try_at: mail.next_try_at ?? at,
    created_at: at,
  });
  em.persist(queued);
  return queued;
}
