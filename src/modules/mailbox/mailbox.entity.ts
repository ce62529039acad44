import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';

export const MailboxSchema = defineEntity({
  name: 'Mailbox',
  tableName: 'mailboxes',
  properties: {
    id: p.integer().primary(),
    /** Server, user and folder, without the password. */
    name: textColumn('nothing').unique(),
    /** The server changes it when its numbers of mails begin again. */
    uid_validity: textColumn('nothing').nullable(),
    /** The number of the last mail that was read. */
    last_uid: p.integer().default(0),
    looked_at: p.datetime().nullable(),
    /** Mails that came into the inbox or its spam, and those that did not belong there. */
    taken: p.integer().default(0),
    passed_over: p.integer().default(0),
    /** Where the reading has begun. */
    note: textColumn('nothing').nullable(),
    /** Why the last look failed, in words. Null after one that succeeded. */
    error: textColumn('nothing').nullable(),
  },
});

/** How far the server has read a mailbox. */
export class Mailbox extends MailboxSchema.class {}

MailboxSchema.setClass(Mailbox);
