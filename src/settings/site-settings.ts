import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Connection, Reader } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import { isInLanguageSql, languageFilterOf } from '../database/list/language-filter.ts';
import { isPublicSql, factsOfTable, readNextMoment } from '../database/list/public-at.ts';
import { galleryModule } from '../shared/gallery-limits.ts';
import type { BrandLook } from '../shared/brand/brand-look.ts';
import { treatmentOf } from '../shared/brand/picture-treatment.ts';
import type { PictureTreatment } from '../shared/picture-view.ts';
import { brandLookHash } from '../shared/brand/stylesheet.ts';
import type { ContentFacts } from '../shared/content-facts.ts';
import { maxId } from '../shared/fields.ts';
import { factsByModule, findModuleByLogName } from '../shared/module-facts.ts';
import { normalizePath } from '../shared/normalize-path.ts';
import { pageRoutes } from '../shared/public-pages.ts';
import type { NonEmptyParts, PagesByLink } from '../shared/settings/linked-parts.ts';
import type { SiteSettings, SiteSettingsSource } from '../shared/settings/site-settings.ts';
import type { Language } from '../shared/settings/fields/region.ts';
import { languageOfRow, type SiteLanguages } from '../shared/site-languages.ts';
import { pathOfRow } from '../shared/slugs.ts';
import { createHtmlCleaner, type HtmlCleaner } from '../workers/html-cleaner.ts';
import { assembleSettings, groupValue, linksInSettings } from './assemble-settings.ts';
import { languagesIn, readCurrentGroups, readVersionValues } from './stored-groups.ts';

/** Of a list of posts, projects or jobs, what there is in one of the languages. */
async function readFilledParts(
  read: Connection,
  now: Date,
  { languages, language }: { languages: SiteLanguages; language: Language },
): Promise<NonEmptyParts> {
  const shows = (table: string) =>
    sql`exists (select 1 from ${sql.table(table)} where ${isPublicSql(table, now)}
      and ${isInLanguageSql(table, languageFilterOf(languages, language))})`;
  const { rows } = await sql<Record<keyof NonEmptyParts, boolean | number>>`select
    ${shows(factsByModule.blog.table)} as blog,
    ${shows(factsByModule.portfolio.table)} as portfolio,
    ${shows(factsByModule.team.table)} as team,
    ${shows(factsByModule.jobs.table)} as career,
    (
      exists (select 1 from media_uses where module = ${galleryModule})
      or exists (
        select 1 from media_uses
        where module = ${factsByModule.portfolio.log} and place = 'gallery'
          and item_id in ${sampleProjectIdsSql(now)}
      )
    ) as gallery`.execute(read);
  const { blog, portfolio, team, career, gallery } = rows[0]!;
  return {
    blog: Boolean(blog),
    portfolio: Boolean(portfolio),
    team: Boolean(team),
    career: Boolean(career),
    gallery: Boolean(gallery),
  };
}

/** While the album is empty, the gallery shows pictures of these projects. */
export function sampleProjectIdsSql(moment: unknown) {
  const { table, log } = factsByModule.portfolio;
  return sql<number>`(select id from ${sql.table(table)}
    where ${isPublicSql(table, moment)} and id in (select row_id from starter_rows where module = ${log}))`;
}

type Tables = {
  addresses: { path: string; kind: string; item_id: number | null };
} & Record<string, { id: number; slug: string | null; place?: string; lang?: string | null }>;

interface LinkedRow {
  href: string;
  facts: ContentFacts;
  id: number;
}

const redirect = 'redirect';
const isFile = (path: string) => /\.[a-z\d]+$/i.test(path);

/** By `href`; null when visitors cannot open the page. Without fixed pages, files and other sites. */
export async function readLinkedPages(
  read: Reader,
  now: Date,
  hrefs: readonly string[],
  languages: SiteLanguages,
): Promise<PagesByLink> {
  const links = [...new Set(hrefs)].flatMap((href) => {
    const path = normalizePath(href.replace(/[?#].*$/s, ''));
    return path && path !== '/' && !isFile(path) ? [{ href, path }] : [];
  });
  if (links.length === 0) return {};

  // The current or a former address of a row.
  const stored = await read
    .withTables<Tables>()
    .selectFrom('addresses')
    .select(['path', 'kind', 'item_id'])
    .where(
      'path',
      'in',
      links.map(({ path }) => path),
    )
    .execute();
  const addresses = new Map(stored.map((address) => [address.path, address]));
  const paths: Record<string, string | null> = {};
  const rows: LinkedRow[] = [];
  for (const { href, path } of links) {
    const address = addresses.get(path);
    const row = rowById(path) ?? (address && rowOf(address));
    if (row) rows.push({ href, ...row });
    else if (address?.kind !== redirect && !isPage(path)) paths[href] = null;
  }

  for (const [{ table }, linked] of Map.groupBy(rows, (row) => row.facts)) {
    const open = await read
      .withTables<Tables>()
      .selectFrom(table)
      .select(['id', 'slug'])
      .$if(factsOfTable(table)?.fixedPages !== undefined, (query) => query.select('place'))
      .$if(factsOfTable(table)?.isTranslated === true, (query) => query.select('lang'))
      .where(
        'id',
        'in',
        linked.map(({ id }) => id),
      )
      .where(isPublicSql(table, now))
      .execute();
    const byId = new Map(open.map((row) => [Number(row.id), row]));
    for (const { href, facts, id } of linked) {
      const row = byId.get(id);
      const language = languageOfRow(languages, row?.lang);
      const isShown = row && !languages.removed.includes(language);
      paths[href] = isShown ? pathOfRow(facts, row, language) + restOf(href) : null;
    }
  }
  return paths;
}

const withPages = Object.values<ContentFacts>(factsByModule).filter(({ folder }) => folder !== undefined);

/** `/pages/7` always leads to the page with the id 7. */
function rowById(path: string): { facts: ContentFacts; id: number } | undefined {
  const [, folder, digits] = /^(\/[^/]+)\/([1-9]\d{0,9})$/.exec(path) ?? [];
  const known = withPages.find((one) => one.folder === folder);
  const id = Number(digits);
  return known && id <= maxId ? { facts: known, id } : undefined;
}

/** A page of the site itself, or one of the few other paths that a menu may contain. */
function isPage(path: string): boolean {
  return pageRoutes.includes(path) || /^\/(?:admin|api|careers)(?:\/|$)/.test(path);
}

function rowOf({ kind, item_id }: Tables['addresses']): { facts: ContentFacts; id: number } | undefined {
  const known = findModuleByLogName(kind);
  return known && item_id ? { facts: known, id: item_id } : undefined;
}

function restOf(href: string): string {
  return /[?#].*$/s.exec(href)?.[0] ?? '';
}

type SettingsByLanguage = ReadonlyMap<Language, SiteSettings>;

/** In the main language, if the site does not have the named one. */
function inLanguage(byLanguage: SettingsByLanguage, language: Language | undefined): SiteSettings {
  const [main] = byLanguage.values();
  return (language && byLanguage.get(language)) ?? main!;
}

interface SettingsParts {
  stored: Parameters<typeof linksInSettings>[0];
  languages: SiteLanguages;
  filled: ReadonlyMap<Language, NonEmptyParts>;
  present: PagesByLink;
}

async function readSettingsParts(
  read: Reader,
  now: Date,
  stored: SettingsParts['stored'],
): Promise<SettingsParts> {
  const languages = languagesIn(stored.find(({ group_name }) => group_name === 'region')?.value);
  const [filled, present] = await Promise.all([
    Promise.all(
      languages.shown.map(
        async ({ language }) =>
          [language, await readFilledParts(read, now, { languages, language })] as const,
      ),
    ),
    readLinkedPages(read, now, linksInSettings(stored), languages),
  ]);
  return { stored, languages, filled: new Map(filled), present };
}

async function assembleAll(
  read: Reader,
  cleaner: HtmlCleaner,
  { filled, ...parts }: SettingsParts,
): Promise<SettingsByLanguage> {
  const byLanguage = new Map<Language, SiteSettings>();
  for (const shown of parts.languages.shown) {
    const ofLanguage = { ...parts, shown, filled: filled.get(shown.language)! };
    byLanguage.set(shown.language, await assembleSettings(read, cleaner, ofLanguage));
  }
  return byLanguage;
}

/** Looks that staff can try out at once. */
const maxDraftLooks = 50;

export interface SettingsSource extends SiteSettingsSource {
  /** By the hash that `brandLookHash` returns. */
  draftLook(hash: string): BrandLook | undefined;
  /** Of the present look and of drafts. */
  treatments(): Promise<PictureTreatment[]>;
}

export function createSiteSettings(
  database: Pick<Database, 'content' | 'read' | 'visitors'>,
  cleaner: HtmlCleaner = createHtmlCleaner(),
  clock: () => Date = () => new Date(),
): SettingsSource {
  const draftLooks = new LRUCache<string, BrandLook>({ max: maxDraftLooks });
  const draftTreatments = new Set<PictureTreatment>();
  const built = createVersionedCache<{ state: string; byLanguage: SettingsByLanguage }>(
    database.content,
    clock,
    async (now, last) => {
      const read = database.visitors;
      const [stored, expiresAt] = await Promise.all([readCurrentGroups(read), readNextMoment(read, now)]);
      const groups = stored.map((row) => `${row.group_name} ${row.version}`);
      const parts = await readSettingsParts(read, now, stored);
      // Equal data gives equal settings.
      const state = JSON.stringify([groups, [...parts.filled], parts.present]);
      if (last?.state === state) return { value: last, expiresAt };
      return { value: { state, byLanguage: await assembleAll(read, cleaner, parts) }, expiresAt };
    },
  );

  return {
    current: async (language) => inLanguage((await built.ask()).byLanguage, language),
    draft: async (groups, language) => {
      const { read } = database;
      const others = (await readCurrentGroups(read)).filter(
        ({ group_name }) => !Object.hasOwn(groups, group_name),
      );
      const drafts = Object.entries(groups).map(([group_name, value]) => ({ group_name, value }));
      const parts = await readSettingsParts(read, clock(), [...others, ...drafts]);
      const settings = inLanguage(await assembleAll(read, cleaner, parts), language);
      const hash = brandLookHash(settings.brand);
      if (hash) draftLooks.set(hash, settings.brand);
      const treatment = treatmentOf(settings.brand);
      if (treatment) draftTreatments.add(treatment);
      return settings;
    },
    draftLook: (hash) => draftLooks.get(hash),
    treatments: async () => {
      const treatment = treatmentOf(inLanguage((await built.ask()).byLanguage, undefined).brand);
      return [...(treatment ? [treatment] : []), ...draftTreatments];
    },
  };
}

/** Finds a look by the hash of `brandLookHash`, in the current brand, the drafts and the stored versions. */
export function createBrandLookFinder({ read }: Pick<Database, 'read'>, siteSettings: SettingsSource) {
  return async (hash: string): Promise<BrandLook | undefined> => {
    const { brand } = await siteSettings.current();
    if (brandLookHash(brand) === hash) return brand;
    const draft = siteSettings.draftLook(hash);
    if (draft) return draft;
    const versions = await readVersionValues(read, 'brand');
    const looks = versions.map((value) => groupValue('brand', value) as unknown as BrandLook);
    return looks.find((look) => brandLookHash(look) === hash);
  };
}
