import { defineEntity, p } from '@mikro-orm/core';

export const PictureSchema = defineEntity({
  name: 'Picture',
  tableName: 'pictures',
  properties: {
    /**
     * The path as rows contain it. PostgreSQL sorts paths by their bytes, because storages list files in that
     * order.
     */
    path: p.text().primary().ignoreSchemaChanges('collation'),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    /** The dominant colour, as `#rrggbb`. */
    colour: p.text(),
    /** A few blurred pixels of the picture, as a `data:` URL. */
    placeholder: p.text(),
    is_animated: p.boolean(),
    /**
     * The description of the picture. Empty for a decorative picture. Null when nobody has described the
     * picture.
     */
    alt: p.text().nullable(),
    created_at: p.datetime(),
  },
});

export class Picture extends PictureSchema.class {}

PictureSchema.setClass(Picture);
