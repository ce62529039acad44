import { defineEntity, p } from '@mikro-orm/core';

const UsedKeySchema = defineEntity({
  name: 'UsedKey',
  tableName: 'used_keys',
  properties: {
    key: p.text().primary(),
    /** When it may be used anew; ISO 8601, which sorts like the moments themselves. */
    forget_at: p.text().index(),
  },
});

/** Something that counts once for a while. */
export class UsedKey extends UsedKeySchema.class {}

UsedKeySchema.setClass(UsedKey);
