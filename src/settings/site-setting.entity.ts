import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../database/columns.ts';
import { PicturePath } from '../database/file-columns.ts';
import type { DefaultsBasis } from '../shared/settings/defaults.ts';

export const SiteSettingSchema = defineEntity({
  name: 'SiteSetting',
  tableName: 'site_settings',
  uniques: [{ properties: ['group_name', 'version'] }],
  properties: {
    id: p.integer().primary(),
    /** Another version of the program may have stored a group that this one lacks. */
    group_name: textColumn('nothing'),
    /** Counted from 1 in each group. The highest is the current one. */
    version: p.integer(),
    /** Only the values that differ from the defaults. */
    value: jsonColumn<Record<string, unknown>>('writing'),
    user_id: p.integer().nullable(),
    /** Stays when the account is deleted. */
    user_name: textColumn('colleague'),
    created_at: p.datetime(),
  },
});

/** Never changes once it is stored. */
export class SiteSetting extends SiteSettingSchema.class {}

SiteSettingSchema.setClass(SiteSetting);

/** An upload that no group names yet. Its row lets form and preview load it, and goes after a day. */
export const unsavedVersion = 0;

export const SettingPictureSchema = defineEntity({
  name: 'SettingPicture',
  tableName: 'setting_pictures',
  indexes: [{ properties: ['group_name', 'version'] }, { properties: ['image'] }],
  properties: {
    id: p.integer().primary(),
    group_name: textColumn('nothing'),
    version: p.integer(),
    image: p.type(PicturePath),
  },
});

/** The file exists as long as the version. */
export class SettingPicture extends SettingPictureSchema.class {}

SettingPictureSchema.setClass(SettingPicture);

export const ShownDefaultsSchema = defineEntity({
  name: 'ShownDefaults',
  tableName: 'shown_defaults',
  properties: {
    id: p.integer().primary(),
    language: textColumn('nothing').$type<DefaultsBasis['language']>(),
    trade: textColumn('nothing').$type<DefaultsBasis['trade']>(),
    /** By group. Another version of the program may have stored groups and fields that this one lacks. */
    value: jsonColumn<Record<string, Record<string, unknown>>>('nothing'),
  },
});

/** The default texts at the last start, which a later version compares with its own. At most one row. */
export class ShownDefaults extends ShownDefaultsSchema.class {}

ShownDefaultsSchema.setClass(ShownDefaults);
