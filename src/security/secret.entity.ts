import { defineEntity, p } from '@mikro-orm/core';

const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    /** The purpose that the key signs for. */
    name: p.text().primary(),
    /**
     * The number of the key. The newest key has the highest number and signs. In the first minute after its
     * creation, the key before it still signs, if there is one. Older keys only verify.
     */
    generation: p.integer().primary(),
    /** The sealed key. Not sealed if an earlier version stored the key and no server has started since. */
    value: p.text(),
    made_at: p.datetime(),
  },
});

export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
