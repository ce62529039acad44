import { defineEntity, p } from '@mikro-orm/core';

/** What is known of a kept picture; the row lives as long as its file. */
export const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'pictures',
  indexes: [{ properties: ['sized_at', 'created_at'] }],
  properties: {
    /** As the rows that show it name it: relative to the site root. PostgreSQL sorts it by its bytes, as storages list. */
    path: p.text().primary().ignoreSchemaChanges('collation'),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    /** The dominant colour, `#rrggbb`. */
    colour: p.text(),
    /** A few blurred pixels, as a `data:` address. */
    placeholder: p.text(),
    is_animated: p.boolean(),
    /** What it shows, in words; empty: it only decorates; null: nobody has said. */
    alt: p.text().nullable(),
    created_at: p.datetime(),
    /** When its smaller sizes were made; null: they are still to be made. */
    sized_at: p.datetime().nullable(),
    /** Until when one instance has taken it on to make them. */
    claimed_until: p.datetime().nullable(),
    /** How often that was begun. */
    tries: p.integer(),
  },
});

export class Picture extends PictureSchema.class {}

PictureSchema.setClass(Picture);
