import { defineEntity, p } from '@mikro-orm/core';

export const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: {
    name: p.text().primary(),
    value: p.text(),
  },
});

/** The sealed key from which the signing keys of all purposes are derived. */
export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
