import { defineEntity, p } from '@mikro-orm/core';

const NoticeMailSchema = defineEntity({
  name: 'NoticeMail',
  tableName: 'notice_mails',
  properties: {
    id: p.integer().primary(),
    address: p.text(),
    subject: p.text(),
    text: p.text(),
    /** How often it was handed to the mail server, in vain. */
    tries: p.integer(),
    /** ISO 8601, which sorts like the moments themselves. */
    next_try_at: p.text().index(),
    created_at: p.text(),
  },
});

/** A mail to the staff that is still to be sent. It goes when the mail server has taken it. */
export class NoticeMail extends NoticeMailSchema.class {}

NoticeMailSchema.setClass(NoticeMail);
