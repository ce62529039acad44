import { defineEntity, p } from '@mikro-orm/core';
import { HeldPicturePath } from '../../database/file-columns.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';

export const VersionSchema = defineEntity({
  name: 'Version',
  tableName: 'versions',
  indexes: [{ properties: ['picture'] }],
  uniques: [{ properties: ['module', 'item_id', 'number'] }],
  properties: {
    id: p.integer().primary(),
    module: p.text().$type<ActivityModule>(),
    item_id: p.integer(),
    /** The row's `version` after the save. */
    number: p.integer(),
    /** A version with a name is never deleted while its row exists. */
    name: p.text().nullable(),
    /** The columns that differ from the previous version. Empty for the first version. */
    changed: p.json<string[]>(),
    /** The path of the row's own picture, whose file the version keeps. Null if the row has no uploaded picture. */
    picture: p.type(HeldPicturePath).nullable(),
    /** The author of the version. Null if the author of this state is not known. */
    user_id: p.integer().nullable(),
    /** The author's name at the time of the save. */
    user_name: p.text().nullable(),
    created_at: p.datetime(),
    /** The length of `fields`. Sizes are computed from this column, because reading `fields` would be slow. */
    bytes: p.integer(),
    /** The row's columns as deflated JSON in base64. */
    fields: p.text(),
  },
});

/** A row as it was after a save, or before its first recorded save. */
export class Version extends VersionSchema.class {}

VersionSchema.setClass(Version);
