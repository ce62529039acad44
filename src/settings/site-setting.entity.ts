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
    /**
     * The name of a group of settings. Another version of the program may have stored a group that this
     * version lacks.
     */
    group_name: textColumn('nothing'),
    /**
     * The number of the save, counted from 1 in each group. The highest version of a group is the current
     * one.
     */
    version: p.integer(),
    /** The values that differ from the defaults. */
    value: jsonColumn<Record<string, unknown>>('writing'),
    user_id: p.integer().nullable(),
    /** The name of the user who saved the version, which remains when the account is deleted. */
    user_name: textColumn('colleague'),
    created_at: p.datetime(),
  },
});

/** A saved version of a group of settings. A stored version never changes. */
export class SiteSetting extends SiteSettingSchema.class {}

SiteSettingSchema.setClass(SiteSetting);

/**
 * The version of an upload that no group names yet. Its row lets the form and the preview load the picture, and is
 * deleted after a day.
 */
export const unsaved = 0;

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

/** A picture that a stored version of a group of the settings names. Its file exists as long as the version does. */
export class SettingPicture extends SettingPictureSchema.class {}

SettingPictureSchema.setClass(SettingPicture);

export const ShownDefaultsSchema = defineEntity({
  name: 'ShownDefaults',
  tableName: 'shown_defaults',
  properties: {
    id: p.integer().primary(),
    language: textColumn('nothing').$type<DefaultsBasis['language']>(),
    trade: textColumn('nothing').$type<DefaultsBasis['trade']>(),
    /**
     * The default values by group. Another version of the program may have stored groups and fields that this
     * version lacks.
     */
    value: jsonColumn<Record<string, Record<string, unknown>>>('nothing'),
  },
});

/**
 * The default texts of the site at the last start. A later version of the program compares these texts with
 * its own default texts. There is at most one row.
 */
export class ShownDefaults extends ShownDefaultsSchema.class {}

ShownDefaultsSchema.setClass(ShownDefaults);
