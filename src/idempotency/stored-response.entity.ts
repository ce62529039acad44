import { defineEntity, p } from '@mikro-orm/core';

const StoredResponseSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** A hash of the caller and the key, which itself is not stored. */
    key: p.text().primary(),
    fingerprint: p.text(),
    answer: p.text(),
    /** ISO 8601, which sorts by time. Then the key may be used again. */
    forget_at: p.text().index(),
  },
});

export class StoredResponse extends StoredResponseSchema.class {}

StoredResponseSchema.setClass(StoredResponse);
