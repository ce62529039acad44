import { defineEntity, p } from '@mikro-orm/core';

const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: { name: p.text().primary(), value: p.text() },
});

/** A key that the house made for itself, shared by all instances. */
export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
