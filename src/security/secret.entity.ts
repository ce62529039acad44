import { defineEntity, p } from '@mikro-orm/core';

const SecretSchema = defineEntity({
  name: 'Secret',
  tableName: 'secrets',
  properties: { name: p.text().primary(), value: p.text() },
});

export class Secret extends SecretSchema.class {}

SecretSchema.setClass(Secret);
