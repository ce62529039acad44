import type { Ctx } from '../../database/ctx.ts';
import { queueMail } from '../outbox/queue.service.ts';
import type { NoticeWords } from './notice.mail.ts';

/** Does nothing without `notifyEmail`. The caller's flush stores the mail. */
export function queueNotice(
  { em, now, notifyEmail }: Pick<Ctx, 'em' | 'now'> & { notifyEmail: string | undefined },
  { subject, text, reply_to }: NoticeWords,
): void {
  if (notifyEmail) queueMail({ em, now }, { address: notifyEmail, subject, text, reply_to });
}
