import type { Database } from '../../database/database.ts';
import { settingDefaults } from '../../shared/settings/defaults.ts';
import { type GroupName, type GroupValues, groupNames, settingGroups } from '../../shared/settings/groups.ts';
import { type SiteSettings, type SiteSettingsSource, toSiteSettings } from '../../shared/settings/site.ts';
import { completeValues } from '../../shared/settings/values.ts';
import { readCurrentGroups, type StoredGroup } from './settings.repository.ts';

/**
 * Creates the source of the site's settings. It reads the database once after each change of public content. While the database is
 * unavailable, it returns the last settings that it read.
 */
export function createSiteSettings({
  content,
  read,
}: Pick<Database, 'content' | 'read'>): SiteSettingsSource {
  let latest: { content: number; groups: string; settings: SiteSettings } | undefined;
  return {
    current: async () => {
      const version = content.known() ?? (await content.ask());
      if (latest?.content === version) return latest.settings;
      try {
        const stored = await readCurrentGroups(read);
        const groups = stored.map((row) => `${row.group_name} ${row.version}`).join();
        const settings = latest?.groups === groups ? latest.settings : toSettings(stored);
        latest = { content: version, groups, settings };
        return settings;
      } catch (error) {
        if (!latest) throw error;
        return latest.settings;
      }
    },
  };
}

function toSettings(stored: readonly StoredGroup[]): SiteSettings {
  const byName = new Map(stored.map(({ group_name, value }) => [group_name, value]));
  const values = groupNames.map((name) => [name, groupValue(name, byName.get(name))]);
  return toSiteSettings(Object.fromEntries(values) as GroupValues);
}

/** Returns every value of a group from its stored state. */
export function groupValue(name: GroupName, stored: object = {}): Record<string, unknown> {
  return completeValues(settingGroups[name].fields, settingDefaults[name], stored);
}
