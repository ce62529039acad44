import { defineEntity, p } from '@mikro-orm/core';

const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  indexes: [{ properties: ['kind', 'item_id'] }],
  properties: {
    /** In the form of `toKnownPath`: `/blog/zero-trust`, or an old `/2019/04/hello`. */
    path: p.text().primary(),
    /** The row's module in the activity log, `redirect`, or `pattern`. */
    kind: p.text(),
    item_id: p.integer().nullable(),
    /** The page to which a redirect leads. */
    target: p.text().nullable(),
    /** Whether this is the row's present address. */
    is_current: p.boolean(),
    since: p.datetime(),
  },
});

/** An address of the site that a row or a redirect has or had. */
export class Address extends AddressSchema.class {}

AddressSchema.setClass(Address);
