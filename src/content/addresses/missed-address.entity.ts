import { defineEntity, p } from '@mikro-orm/core';

export const MissedAddressSchema = defineEntity({
  name: 'MissedAddress',
  tableName: 'missed_addresses',
  properties: {
    path: p.text().primary(),
    misses: p.integer(),
    last_at: p.datetime(),
  },
});

/** An address at which visitors found no page. A row contains nothing about these visitors. */
export class MissedAddress extends MissedAddressSchema.class {}

MissedAddressSchema.setClass(MissedAddress);
