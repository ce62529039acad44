import { defineEntity, p } from '@mikro-orm/core';

const KeptAnswerSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** Derived from the caller and the caller's key. The key itself is not stored. */
    key: p.text().primary(),
    /** Equal for two calls exactly when they ask for the same. */
    fingerprint: p.text(),
    /** The response, as JSON. */
    answer: p.text(),
    /** When the key may be used again; ISO 8601, which sorts by time. */
    forget_at: p.text().index(),
  },
});

/** The stored response to a call that may be repeated. */
export class KeptAnswer extends KeptAnswerSchema.class {}

KeptAnswerSchema.setClass(KeptAnswer);
