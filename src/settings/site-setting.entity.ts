import { defineEntity, p } from '@mikro-orm/core';

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
    group_name: p.text(),
    /**
     * The number of the save, counted from 1 in each group. The highest version of a group is the current
     * one.
     */
    version: p.integer(),
    /** The values that differ from the defaults. */
    value: p.json<Record<string, unknown>>(),
    user_id: p.integer().nullable(),
    /** The name of the user who saved the version, which remains when the account is deleted. */
    user_name: p.text(),
    created_at: p.datetime(),
  },
});

/** A saved version of a group of settings. A stored version never changes. */
export class SiteSetting extends SiteSettingSchema.class {}

SiteSettingSchema.setClass(SiteSetting);
