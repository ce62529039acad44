import { defineEntity, p } from '@mikro-orm/core';

export const StoredResponseSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** A hash of the caller and of the `Idempotency-Key` header. The header itself is not stored. */
    key: p.text().primary(),
    fingerprint: p.text(),
    answer: p.text(),
    /** The time from which the key may be used again, in ISO 8601. Texts in this format sort by time. */
    forget_at: p.text().index(),
  },
});

export class StoredResponse extends StoredResponseSchema.class {}

StoredResponseSchema.setClass(StoredResponse);
