import { defineEntity, p } from '@mikro-orm/core';

const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    /** The purpose of the key. */
    name: p.text().primary(),
    /** The key with the highest generation signs. Earlier ones only verify. */
    generation: p.integer().primary(),
    /** The sealed key. Plain if an earlier version wrote it and no server has started since. */
    value: p.text(),
    made_at: p.datetime(),
  },
});

export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
