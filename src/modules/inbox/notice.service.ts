import type { Ctx } from '../../database/ctx.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { NoticeWords } from './notice.mail.ts';
import { NoticeMail } from './notice-mail.entity.ts';

const minute = 60_000;
const longestWaitMs = 60 * minute;
/** Older mails are deleted. The inbox shows the same messages. */
const retentionMs = 7 * 24 * 60 * minute;
const mailsAtOnce = 20;

type Row = Pick<
  NoticeMail,
  'id' | 'address' | 'subject' | 'text' | 'tries' | 'next_try_at' | 'created_at' | 'reply_to'
>;
type Tables = { notice_mails: Row };

/** Does nothing without `notifyEmail`. The caller's flush stores the mail. */
export function queueNotice(
  { em, now, notifyEmail }: Pick<Ctx, 'em' | 'now'> & { notifyEmail: string | undefined },
  words: NoticeWords,
): void {
  if (!notifyEmail) return;
  queueMail({ em, now }, notifyEmail, words);
}

/** The caller's flush stores the mail. The minute's maintenance sends it. */
export function queueMail({ em, now }: Pick<Ctx, 'em' | 'now'>, address: string, words: NoticeWords): void {
  const at = now.toISOString();
  em.persist(em.create(NoticeMail, { address, ...words, tries: 0, next_try_at: at, created_at: at }));
}

/** A failed mail is tried again after a delay, which doubles up to one hour. @throws the mailer's error */
export async function sendNotices(ctx: Pick<Ctx, 'em' | 'now'> & { mailer: Mailer }): Promise<void> {
  const db = ctx.em.getKysely<Tables>();
  const now = ctx.now.getTime();
  const dropBefore = new Date(now - retentionMs).toISOString();
  await db.deleteFrom('notice_mails').where('created_at', '<', dropBefore).execute();
  const due = await db
    .selectFrom('notice_mails')
    .selectAll()
    .where('next_try_at', '<=', ctx.now.toISOString())
    .orderBy('id')
    .limit(mailsAtOnce)
    .execute();
  for (const mail of due) {
    if (!(await claim(ctx, mail))) continue;
    const { id, address, subject, text, reply_to } = mail;
    const replyTo = reply_to ? { name: '', address: reply_to } : undefined;
    await ctx.mailer.send({ to: { name: '', address }, replyTo, subject, text });
    await db.deleteFrom('notice_mails').where('id', '=', id).execute();
  }
}

/** Returns false when another instance has taken the mail. */
async function claim({ em, now }: Pick<Ctx, 'em' | 'now'>, { id, tries }: Row): Promise<boolean> {
  const waitMs = Math.min(longestWaitMs, minute * 2 ** Math.min(tries, 10));
  const next_try_at = new Date(now.getTime() + waitMs).toISOString();
  const { numUpdatedRows } = await em
    .getKysely<Tables>()
    .updateTable('notice_mails')
    .set({ tries: tries + 1, next_try_at })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
