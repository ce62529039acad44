import { defineEntity, p } from '@mikro-orm/core';

export const UsedKeySchema = defineEntity({
  name: 'UsedKey',
  tableName: 'used_keys',
  properties: {
    key: p.text().primary(),
    /** The time from which the key may be used again, in ISO 8601. Texts in this format sort by time. */
    forget_at: p.text().index(),
  },
});

export class UsedKey extends UsedKeySchema.class {}

UsedKeySchema.setClass(UsedKey);
