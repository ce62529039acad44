import { defineEntity, p } from '@mikro-orm/core';
import { PrivateFileKey } from '../../database/file-columns.ts';
import { MessageEvent } from './message-event.entity.ts';

export const MessageFileSchema = defineEntity({
  name: 'MessageFile',
  tableName: 'message_files',
  indexes: [{ properties: ['attachment_key'] }],
  properties: {
    id: p.integer().primary(),
    event_id: () => p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    name: p.text(),
    /** The key of a document in the private storage. The key is never sent to browsers. */
    attachment_key: p.type(PrivateFileKey).nullable(),
    /** The path of a picture of the library. The picture may have been deleted after the answer was sent. */
    picture: p.text().nullable(),
    bytes: p.integer(),
  },
});

/** A file that was sent with an answer. */
export class MessageFile extends MessageFileSchema.class {}

MessageFileSchema.setClass(MessageFile);
