import { LRUCache } from 'lru-cache';
import { createVersioned } from '../cache/versioned.ts';
import type { Database } from '../database/database.ts';
import { readNextMoment } from '../database/scheduled-moments.ts';
import type { BrandLook } from '../shared/brand/brand-look.ts';
import { lookHash } from '../shared/brand/stylesheet.ts';
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

export function createSiteSettings(
  database: Pick<Database, 'content' | 'read'>,
  cleaner: HtmlCleaner = createHtmlCleaner(),
  clock: () => Date = () => new Date(),
): SettingsSource {
  const draftLooks = new LRUCache<string, BrandLook>({ max: maxDraftLooks });
  const built = createVersioned<{ state: string; settings: SiteSettings }>(
    database.content,
    clock,
    async (now, last) => {
      const { read } = database;
      const [stored, filled, until] = await Promise.all([
        readCurrentGroups(read),
        readFilledParts(read, now),
        readNextMoment(read, now),
      ]);
      const groups = stored.map((row) => `${row.group_name} ${row.version}`);
      const present = await readLinkedPages(read, now, linksIn(stored));
      // Settings that are built from equal data are equal.
      const state = JSON.stringify([groups, filled, present]);
      if (last?.state === state) return { value: last, until };
      const settings = await buildSettings(read, cleaner, { stored, filled, present });
      return { value: { state, settings }, until };
    },
  );

  return {
    current: async () => (await built.ask()).settings,
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
