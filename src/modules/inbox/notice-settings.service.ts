import { z } from 'zod';
import type { SignedInCtx } from '../../database/ctx.ts';
import { noticeTimes } from '../../shared/enumerations.ts';
import { booleanField, oneOf } from '../../shared/fields.ts';
import { NoticeSetting } from './notice-setting.entity.ts';

/** The mails about messages that a user has chosen. */
export const NoticeChoice = z.object({
  messages: oneOf('New messages', noticeTimes),
  assigned: booleanField('Assigned messages'),
});
export type NoticeChoice = z.output<typeof NoticeChoice>;

/** Returns the caller's choice. A caller who has not chosen yet gets no mails. */
export async function getNoticeSettings({ em, viewer }: SignedInCtx): Promise<NoticeChoice> {
  const stored = await em.fork().findOne(NoticeSetting, viewer.id);
  return { messages: stored?.messages ?? 'off', assigned: stored?.assigned ?? false };
}

export async function setNoticeSettings(
  { em, viewer }: SignedInCtx,
  { messages, assigned }: NoticeChoice,
): Promise<NoticeChoice> {
  await em.fork().upsert(NoticeSetting, { user_id: viewer.id, messages, assigned });
  return { messages, assigned };
}
