import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import { PrivateFileKey } from '../../database/file-columns.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { MessageEventView } from './inbox.schema.ts';
import { MessageEvent } from './message.entity.ts';

/** What `dmarc` says of the sender's address, by the site's own mail server. */
export type SenderCheck = 'pass' | 'fail';

export const IncomingMailSchema = defineEntity({
  name: 'IncomingMail',
  tableName: 'incoming_mails',
  indexes: [{ properties: ['created_at', 'id'] }, { properties: ['source_key'] }],
  properties: {
    id: p.integer().primary(),
    event_id: () => p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    name: textColumn('writing'),
    address: textColumn('email'),
    /** The address by `toEmailKey`. */
    email_key: textColumn('email').default('').index(),
    /** The earlier mails below the text. */
    quoted: textColumn('writing').nullable(),
    /** Sentences for staff about what is not shown. */
    remarks: jsonColumn<string[]>('writing'),
    /** A program has sent it, such as an out-of-office reply. */
    is_automatic: p.boolean().default(false),
    /** Null when the site's mail server has said nothing. */
    sender_check: textColumn('nothing').$type<SenderCheck>().nullable(),
    /** The mail as it came, in the private storage. Removed after 30 days. */
    source_key: p.type(PrivateFileKey).nullable(),
    source_bytes: p.integer().default(0),
  },
});

/** A mail from outside, beside its event in the timeline, which has the text. */
export class IncomingMail extends IncomingMailSchema.class {}

IncomingMailSchema.setClass(IncomingMail);

/** `email_key` is that of the message. */
export function toIncomingView(
  { id }: MessageEvent,
  mail: IncomingMail,
  email_key: string,
): NonNullable<MessageEventView['incoming']> {
  return {
    name: mail.name,
    address: mail.address,
    is_other_address: toEmailKey(mail.address) !== email_key,
    quoted: mail.quoted ?? null,
    remarks: mail.remarks,
    sender_check: mail.sender_check ?? null,
    source: mail.source_key ? `/api/admin/messages/mails/${id}` : null,
  };
}
