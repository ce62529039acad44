import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Reader } from '../database/ctx.ts';
import type { BrandLook } from '../shared/brand/brand.ts';
import { lookHash } from '../shared/brand/stylesheet.ts';
import { type PictureView, sizesOf } from '../shared/picture-view.ts';
import { defaultsIn, languageOf } from '../shared/settings/defaults.ts';
import type { Language } from '../shared/settings/fields/region.ts';
import { type GroupName, type GroupValues, groupNames, settingGroups } from '../shared/settings/groups.ts';
import { picturesIn } from '../shared/settings/pictures.ts';
import { type SiteSettings, type SiteSettingsSource, toSiteSettings } from '../shared/settings/site.ts';
import { completeValues } from '../shared/settings/values.ts';
import { type Cleaner, createCleaner } from '../workers/cleaner.ts';
import { showPictures } from '../pictures/picture-views.service.ts';
import { cleanStoredTexts } from './clean-texts.service.ts';
import { readCurrentGroups, readVersionValues, type StoredGroup } from './settings.repository.ts';

/** The looks that staff try out at the same time. */
const maxDraftLooks = 50;

export interface SettingsSource extends SiteSettingsSource {
  /** Returns the look of a recent draft by the hash of `lookHash`. */
  draftLook(hash: string): BrandLook | undefined;
}

/**
 * Creates the source of the site's settings. It reads the database once after each change of public content. While the database is
 * unavailable, it returns the last settings that it read.
 */
export function createSiteSettings(
  { content, read }: Pick<Database, 'content' | 'read'>,
  cleaner: Cleaner = createCleaner(),
): SettingsSource {
  const draftLooks = new LRUCache<string, BrandLook>({ max: maxDraftLooks });
  let latest: { content: number; groups: string; settings: SiteSettings } | undefined;
  return {
    current: async () => {
      const version = content.known() ?? (await content.ask());
      if (latest?.content === version) return latest.settings;
      try {
        const stored = await readCurrentGroups(read);
        const groups = stored.map((row) => `${row.group_name} ${row.version}`).join();
        const isSame = latest?.groups === groups && hasSizes(latest.settings);
        const settings = latest && isSame ? latest.settings : await toSettings(read, cleaner, stored);
        latest = { content: version, groups, settings };
        return settings;
      } catch (error) {
        if (!latest) throw error;
        return latest.settings;
      }
    },
    draft: async (group, value) => {
      const others = (await readCurrentGroups(read)).filter(({ group_name }) => group_name !== group);
      const settings = await toSettings(read, cleaner, [...others, { group_name: group, value }]);
      const hash = lookHash(settings.brand);
      if (hash) draftLooks.set(hash, settings.brand);
      return settings;
    },
    draftLook: (hash) => draftLooks.get(hash),
  };
}

/** Returns whether the smaller sizes of all pictures exist. They are made some time after the upload. */
function hasSizes({ pictures }: SiteSettings): boolean {
  return [...pictures].every(
    ([path, { width, sources }]) =>
      sources.length > 0 || sizesOf({ path, width, is_animated: false }).length === 0,
  );
}

async function toSettings(
  read: Reader,
  cleaner: Cleaner,
  stored: readonly Pick<StoredGroup, 'group_name' | 'value'>[],
): Promise<SiteSettings> {
  const byName = new Map(stored.map(({ group_name, value }) => [group_name, value]));
  const language = languageOf(byName.get('region'));
  const values = await Promise.all(
    groupNames.map(async (name) => {
      const value = groupValue(name, byName.get(name), language);
      return [name, await cleanStoredTexts(cleaner, settingGroups[name].fields, value)] as const;
    }),
  );
  const paths = values.flatMap(([name, value]) => [
    ...picturesIn(settingGroups[name].fields, value).values(),
  ]);
  const shown = await showPictures(
    { read },
    'path',
    [...new Set(paths)].map((path) => ({ path })),
  );
  const pictures = shown.flatMap(({ path, picture }): [string, PictureView][] =>
    picture ? [[path, picture]] : [],
  );
  return toSiteSettings(Object.fromEntries(values) as GroupValues, new Map(pictures));
}

/** Creates the search for a look among the stored versions of the brand and the drafts, by the hash of `lookHash`. */
export function createLookFinder({ read }: Pick<Database, 'read'>, siteSettings: SettingsSource) {
  return async (hash: string): Promise<BrandLook | undefined> => {
    const { brand } = await siteSettings.current();
    if (lookHash(brand) === hash) return brand;
    const draft = siteSettings.draftLook(hash);
    if (draft) return draft;
    const versions = await readVersionValues(read, 'brand');
    const looks = versions.map((value) => groupValue('brand', value) as unknown as BrandLook);
    return looks.find((look) => lookHash(look) === hash);
  };
}

/** Returns every value of a group from its stored state. Values that are not stored are in `language`. */
export function groupValue(
  name: GroupName,
  stored: object = {},
  language: Language = 'en',
): Record<string, unknown> {
  return completeValues(settingGroups[name].fields, defaultsIn(language)[name], stored);
}
