import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { readNextMoment } from '../database/scheduled-moments.ts';
import type { BrandLook } from '../shared/brand/brand-look.ts';
import { lookHash } from '../shared/brand/stylesheet.ts';
import { scaledVersionsOf } from '../shared/picture-view.ts';
import type { SiteSettings, SiteSettingsSource } from '../shared/settings/site.ts';
import { type HtmlCleaner, createHtmlCleaner } from '../workers/html-cleaner.ts';
import { buildSettings, groupValue, linksIn } from './build-settings.service.ts';
import { readFilledParts } from './filled-parts.repository.ts';
import { readLinkedPages } from './linked-pages.repository.ts';
import { readCurrentGroups, readVersionValues } from './settings.repository.ts';

/** The maximum number of looks that staff can try out at the same time. */
const maxDraftLooks = 50;

export interface SettingsSource extends SiteSettingsSource {
  /** Returns the look of a recent draft by the hash that `lookHash` returns. */
  draftLook(hash: string): BrandLook | undefined;
}

/**
 * The settings that were read last. They are current while the content version is `version`, from the time `from` to
 * the time `until`. At `until`, a row becomes public or stops being public.
 */
interface LatestSettings {
  version: number;
  from: Date;
  until: Date | undefined;
  /**
   * Identifies the data that the settings were built from. Settings with the same state are equal and need not be built
   * again.
   */
  state: string;
  settings: SiteSettings;
}

/**
 * Creates the source of the site's settings. The source reads the database once after each change of public
 * content, including scheduled changes. While the database is unavailable, the source returns the last
 * settings that were read.
 */
export function createSiteSettings(
  database: Pick<Database, 'content' | 'read'>,
  cleaner: HtmlCleaner = createHtmlCleaner(),
  clock: () => Date = () => new Date(),
): SettingsSource {
  const draftLooks = new LRUCache<string, BrandLook>({ max: maxDraftLooks });
  let latest: LatestSettings | undefined;
  let reading: { version: number; settings: Promise<SiteSettings> } | undefined;

  const readAt = async (version: number, now: Date): Promise<SiteSettings> => {
    try {
      const { read } = database;
      const [stored, filled, next] = await Promise.all([
        readCurrentGroups(read),
        readFilledParts(read, now),
        readNextMoment(read, now),
      ]);
      const groups = stored.map((row) => `${row.group_name} ${row.version}`);
      const present = await readLinkedPages(read, now, linksIn(stored));
      const state = JSON.stringify([groups, filled, present]);
      const isSame = latest?.state === state && hasSizes(latest.settings);
      const settings =
        latest && isSame ? latest.settings : await buildSettings(read, cleaner, { stored, filled, present });
      latest = { version, from: now, until: next, state, settings };
      return settings;
    } catch (error) {
      if (!latest) throw error;
      return latest.settings;
    }
  };

  return {
    current: async () => {
      const { content } = database;
      const version = content.known() ?? (await content.ask());
      const now = clock();
      // A clock that is set back counts as a change too.
      const isCurrent =
        latest?.version === version && now >= latest.from && !(latest.until && now >= latest.until);
      if (latest && isCurrent) return latest.settings;
      // Concurrent calls share one read. Otherwise, they would take all connections after a change.
      if (reading?.version === version) return reading.settings;
      const settings = readAt(version, now).finally(() => {
        if (reading?.settings === settings) reading = undefined;
      });
      reading = { version, settings };
      return settings;
    },
    draft: async (groups) => {
      const { read } = database;
      const others = (await readCurrentGroups(read)).filter(
        ({ group_name }) => !Object.hasOwn(groups, group_name),
      );
      const drafts = Object.entries(groups).map(([group_name, value]) => ({ group_name, value }));
      const filled = await readFilledParts(read, clock());
      const stored = [...others, ...drafts];
      const present = await readLinkedPages(read, clock(), linksIn(stored));
      const settings = await buildSettings(read, cleaner, { stored, filled, present });
      const hash = lookHash(settings.brand);
      if (hash) draftLooks.set(hash, settings.brand);
      return settings;
    },
    draftLook: (hash) => draftLooks.get(hash),
  };
}

/**
 * Returns whether the scaled versions of all pictures exist. Scaled versions are created some time after the
 * upload of a picture.
 */
function hasSizes({ pictures }: SiteSettings): boolean {
  return [...pictures].every(
    ([path, { width, sources }]) =>
      sources.length > 0 || scaledVersionsOf({ path, width, is_animated: false }).length === 0,
  );
}

/**
 * Creates a function that finds the look of a brand by the hash that `lookHash` returns. The function searches the
 * current brand, the drafts and the stored versions of the brand.
 */
export function createBrandLookFinder({ read }: Pick<Database, 'read'>, siteSettings: SettingsSource) {
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
