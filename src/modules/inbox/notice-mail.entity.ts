import { defineEntity, p } from '@mikro-orm/core';

const NoticeMailSchema = defineEntity({
  name: 'NoticeMail',
  tableName: 'notice_mails',
  properties: {
    id: p.integer().primary(),
    address: p.text(),
    subject: p.text(),
    text: p.text(),
    tries: p.integer(),
    /** In ISO 8601, which sorts by time. */
    next_try_at: p.text().index(),
    created_at: p.text(),
    /** The address of the visitor that the mail is about. */
    reply_to: p.text().nullable(),
  },
});

/** The row is deleted when the mail server has accepted the mail. */
export class NoticeMail extends NoticeMailSchema.class {}

NoticeMailSchema.setClass(NoticeMail);
