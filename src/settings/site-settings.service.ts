import { LRUCache } from 'lru-cache';
import { withSchedule } from '../cache/scheduled-content.ts';
import type { Database } from '../database/database.ts';
import type { Reader } from '../database/ctx.ts';
import { readNextMoment } from '../database/scheduled-moments.ts';
import type { BrandLook } from '../shared/brand/brand-look.ts';
import { lookHash } from '../shared/brand/stylesheet.ts';
import { type PictureView, scaledVersionsOf } from '../shared/picture-view.ts';
import {
  type DefaultsBasis,
  defaultsBasisOf,
  defaultsFor,
  settingDefaults,
} from '../shared/settings/defaults.ts';
import { type GroupName, type GroupValues, groupNames, settingGroups } from '../shared/settings/groups.ts';
import type { FilledParts, LinkedPages } from '../shared/settings/linked-parts.ts';
import { picturesIn } from '../shared/settings/pictures.ts';
import { type SiteSettings, type SiteSettingsSource, toSiteSettings } from '../shared/settings/site.ts';
import { servicePagePath } from '../shared/settings/linked-parts.ts';
import { completeValues } from '../shared/settings/group-values.ts';
import { type HtmlCleaner, createHtmlCleaner } from '../workers/html-cleaner.ts';
import { showPictures } from '../pictures/picture-views.service.ts';
import { cleanStoredTexts } from './clean-texts.service.ts';
import { readFilledParts } from './filled-parts.repository.ts';
import { readLinkedPages } from './linked-pages.repository.ts';
import { readCurrentGroups, readVersionValues, type StoredGroup } from './settings.repository.ts';

/** The maximum number of looks that staff can try out at the same time. */
const maxDraftLooks = 50;

export interface SettingsSource extends SiteSettingsSource {
  /** Returns the look of a recent draft by the hash of `lookHash`. */
  draftLook(hash: string): BrandLook | undefined;
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
  const content = withSchedule(database.content, async (now) => readNextMoment(database.read, now), clock);
  const draftLooks = new LRUCache<string, BrandLook>({ max: maxDraftLooks });
  let latest: { content: number; state: string; settings: SiteSettings } | undefined;
  return {
    current: async () => {
      const version = content.known() ?? (await content.ask());
      if (latest?.content === version) return latest.settings;
      try {
        const { read } = database;
        const [stored, filled] = await Promise.all([readCurrentGroups(read), readFilledParts(read, clock())]);
        const groups = stored.map((row) => `${row.group_name} ${row.version}`);
        const present = await readLinkedPages(read, clock(), linksIn(stored));
        const state = JSON.stringify([groups, filled, present]);
        const isSame = latest?.state === state && hasSizes(latest.settings);
        const settings =
          latest && isSame ? latest.settings : await toSettings(read, cleaner, { stored, filled, present });
        latest = { content: version, state, settings };
        return settings;
      } catch (error) {
        if (!latest) throw error;
        return latest.settings;
      }
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
      const settings = await toSettings(read, cleaner, { stored, filled, present });
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

type Stored = readonly Pick<StoredGroup, 'group_name' | 'value'>[];

/**
 * Returns the links in the stored menus and lists, and the paths of the pages of services. Other default
 * values link only to fixed pages.
 */
function linksIn(stored: Stored): string[] {
  const storedValue = (name: GroupName) => stored.find(({ group_name }) => group_name === name)?.value;
  const { services } = groupValue(
    'lists',
    storedValue('lists'),
    defaultsBasisOf(storedValue('region')),
  ) as GroupValues['lists'];
  return [
    ...pathsIn(storedValue('navigation')),
    ...pathsIn(storedValue('lists')),
    ...services.map(servicePagePath),
  ];
}

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('/') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

interface Read {
  stored: Stored;
  filled: FilledParts;
  present: LinkedPages;
}

async function toSettings(
  read: Reader,
  cleaner: HtmlCleaner,
  { stored, filled, present }: Read,
): Promise<SiteSettings> {
  const byName = new Map(stored.map(({ group_name, value }) => [group_name, value]));
  const basis = defaultsBasisOf(byName.get('region'));
  const values = await Promise.all(
    groupNames.map(async (name) => {
      const value = groupValue(name, byName.get(name), basis);
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
  return toSiteSettings(Object.fromEntries(values) as GroupValues, new Map(pictures), filled, present);
}

/**
 * Creates a function that finds the look of a brand by the hash of `lookHash`. The function searches the
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

/** Returns every value of a group from its stored state. Values that are not stored get the defaults of `basis`. */
export function groupValue(
  name: GroupName,
  stored: object = {},
  basis: DefaultsBasis = settingDefaults.region,
): Record<string, unknown> {
  return completeValues(settingGroups[name].fields, defaultsFor(basis)[name], stored);
}
