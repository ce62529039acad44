import { defineEntity, p } from '@mikro-orm/core';

const UsedKeySchema = defineEntity({
  name: 'UsedKey',
  tableName: 'used_keys',
  properties: {
    key: p.text().primary(),
    /** When it may be used again; ISO 8601, which sorts by time. */
    forget_at: p.text().index(),
  },
});

export class UsedKey extends UsedKeySchema.class {}

UsedKeySchema.setClass(UsedKey);
