import { defineEntity, p } from '@mikro-orm/core';

export const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'pictures',
  indexes: [{ properties: ['sized_at', 'created_at'] }],
  properties: {
    /** The path as rows contain it. PostgreSQL sorts it by bytes, because storages list files in that order. */
    path: p.text().primary().ignoreSchemaChanges('collation'),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    /** `#rrggbb`. */
    colour: p.text(),
    /** A few blurred pixels, as a `data:` address. */
    placeholder: p.text(),
    is_animated: p.boolean(),
    /** Empty: the picture is decoration. Null: nobody has described it. */
    alt: p.text().nullable(),
    created_at: p.datetime(),
    /** The time when the smaller sizes were created. Null until then. */
    sized_at: p.datetime().nullable(),
    /** The time until which one instance has reserved the picture to create its sizes. */
    claimed_until: p.datetime().nullable(),
    tries: p.integer(),
  },
});

export class Picture extends PictureSchema.class {}

PictureSchema.setClass(Picture);
