import { defineEntity, p } from '@mikro-orm/core';

const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: { name: p.text().primary(), value: p.text() },
});

/** A signing key that the server created. All instances share it. */
export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
