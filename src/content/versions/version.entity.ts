import { defineEntity, p } from '@mikro-orm/core';
import { HeldPicture } from '../../database/file-columns.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';

const VersionSchema = defineEntity({
  name: 'Version',
  tableName: 'versions',
  indexes: [{ properties: ['picture'] }],
  uniques: [{ properties: ['module', 'item_id', 'number'] }],
  properties: {
    id: p.integer().primary(),
    module: p.text().$type<ActivityModule>(),
    item_id: p.integer(),
    /** The row's `version` at that time. */
    number: p.integer(),
    /** A version with a name is never deleted while its row exists. */
    name: p.text().nullable(),
    /** The columns that differ from the version before. Empty for the first one. */
    changed: p.json<string[]>(),
    /** Keeps the file of the row's picture in the private storage. Null without an uploaded picture. */
    picture: p.type(HeldPicture).nullable(),
    /** The author's name at that time. Null: the row was older than its first version. */
    user_id: p.integer().nullable(),
    user_name: p.text().nullable(),
    created_at: p.datetime(),
    /** The length of `fields`, which lists must not read. */
    bytes: p.integer(),
    /** The row's columns as deflated JSON in base64. */
    fields: p.text(),
  },
});

/** A row as it was after a save. */
export class Version extends VersionSchema.class {}

VersionSchema.setClass(Version);
