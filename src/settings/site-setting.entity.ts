import { defineEntity, p } from '@mikro-orm/core';

const SiteSettingSchema = defineEntity({
  name: 'SiteSetting',
  tableName: 'site_settings',
  uniques: [{ properties: ['group_name', 'version'] }],
  properties: {
    id: p.integer().primary(),
    /** A group of the settings. Another version may have stored one that this version does not know. */
    group_name: p.text(),
    /** Counts the saves of the group from 1. The highest one is current. */
    version: p.integer(),
    /** The values that differ from the defaults. */
    value: p.json<Record<string, unknown>>(),
    /** The name of the user who saved the version. It stays when the account is deleted. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    created_at: p.datetime(),
  },
});

/** One saved state of a group of the site's settings. It is never changed. */
export class SiteSetting extends SiteSettingSchema.class {}

SiteSettingSchema.setClass(SiteSetting);
