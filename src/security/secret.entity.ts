import { defineEntity, p } from '@mikro-orm/core';

const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    /** The purpose that the key signs for. */
    name: p.text().primary(),
    /**
     * The number of the key. The newest key has the highest number and signs, but only a minute after its
     * creation. Older keys only verify.
     */
    generation: p.integer().primary(),
    /** The sealed key. Not sealed if an earlier version stored the key and no server has started since. */
    value: p.text(),
    made_at: p.datetime(),
  },
});

export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
