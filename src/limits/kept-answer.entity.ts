import { defineEntity, p } from '@mikro-orm/core';

const KeptAnswerSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** Told from who called and the key that came along; the key itself is stored nowhere. */
    key: p.text().primary(),
    /** The same for two calls exactly when they ask for the same. */
    fingerprint: p.text(),
    /** What was answered, as JSON. */
    answer: p.text(),
    /** When the key may be used anew; ISO 8601, which sorts like the moments themselves. */
    forget_at: p.text().index(),
  },
});

/** What a call was answered that may come again. */
export class KeptAnswer extends KeptAnswerSchema.class {}

KeptAnswerSchema.setClass(KeptAnswer);
