import { defineEntity, p } from '@mikro-orm/core';

const StoredResponseSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** A hash of the caller and the key. The key itself is not stored. */
    key: p.text().primary(),
    fingerprint: p.text(),
    answer: p.text(),
    /** When the key may be used again. ISO 8601 sorts by time. */
    forget_at: p.text().index(),
  },
});

export class StoredResponse extends StoredResponseSchema.class {}

StoredResponseSchema.setClass(StoredResponse);
