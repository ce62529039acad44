import { defineEntity, p } from '@mikro-orm/core';

const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    /** What the key signs. */
    name: p.text().primary(),
    /** The highest generation signs. Earlier ones only verify. */
    generation: p.integer().primary(),
    /** Sealed. Plain when an earlier version wrote it and no server has started since. */
    value: p.text(),
    made_at: p.datetime(),
  },
});

export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
