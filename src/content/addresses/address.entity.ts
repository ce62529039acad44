import { defineEntity, p } from '@mikro-orm/core';

export const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  indexes: [{ properties: ['kind', 'item_id'] }],
  properties: {
    /** The path as `toKnownPath` returns it, for example `/blog/zero-trust`, or `/2019/04/hello` of an earlier site. */
    path: p.text().primary(),
    /** The kind of owner of the address: the name of the row's module in the activity log, `redirect`, or `pattern`. */
    kind: p.text(),
    item_id: p.integer().nullable(),
    /** The page to which a redirect leads. Null for the address of a row. */
    target: p.text().nullable(),
    /** Whether the path is the row's current address. */
    is_current: p.boolean(),
    since: p.datetime(),
  },
});

/** An address of the site that a row or a redirect has or had. */
export class Address extends AddressSchema.class {}

AddressSchema.setClass(Address);
