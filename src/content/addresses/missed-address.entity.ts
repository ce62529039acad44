import { defineEntity, p } from '@mikro-orm/core';

const MissedAddressSchema = defineEntity({
  name: 'MissedAddress',
  tableName: 'missed_addresses',
  properties: {
    path: p.text().primary(),
    misses: p.integer(),
    last_at: p.datetime(),
  },
});

/** An address at which visitors found no page. Nothing says who they were. */
export class MissedAddress extends MissedAddressSchema.class {}

MissedAddressSchema.setClass(MissedAddress);
