import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import { NotFound } from '../../shared/errors.ts';
import { feeds, publicPages } from '../../shared/public-pages.ts';
import { maxId } from '../../shared/fields.ts';
import {
  factsOf,
  findModuleByLogName,
  logNameOfModule,
  mediaFacts,
  type ModuleName,
  moduleNames,
} from '../../shared/module-facts.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { isFeatureOpen } from '../../shared/settings/fields/features.ts';
import { shownDocuments } from '../../shared/settings/legal-documents.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import {
  hasSeveralLanguages,
  languageOfRow,
  type SiteLanguages,
  splitLanguage,
} from '../../shared/site-languages.ts';
import { addressInLanguage, pathOfRow } from '../../shared/slugs.ts';
import { isOriginal, readGroup } from '../translations/stored-translations.ts';
import {
  findAddress,
  findAddresses,
  readFileAddress,
  readPatterns,
  readPublicRows,
  redirectKind,
  type StoredAddress,
} from './stored-addresses.ts';

/**
 * Parameters that name a page on a WordPress site without permalinks, and how they are stored. Posts, pages
 * and files share one sequence of ids there, so all are `p`.
 */
const queryNames: Readonly<Record<string, string>> = {
  p: 'p',
  page_id: 'p',
  attachment_id: 'p',
  cat: 'cat',
  tag: 'tag',
  author: 'author',
  feed: 'feed',
};
const startPage = /^\/(?:index\.php)?\?/;
const maxQuery = 200;

/** Whether this is the home page with a parameter that names a page in WordPress, such as `/?p=12`. */
export function isWordPressQuery(url: string): boolean {
  return queryOf(url) !== undefined;
}

/**
 * An address as `addresses` stores it, such as `/2019/hello`; the query only if it names a page in WordPress,
 * as in `/?p=12`. Undefined if it cannot be stored.
 */
export function toOldPath(url: string): string | undefined {
  return queryOf(url) ?? normalizePath(url.replace(/[?#].*$/s, '').replaceAll(/\/{2,}/g, '/'));
}

function queryOf(url: string): string | undefined {
  if (!startPage.test(url)) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf('?'), maxQuery).replace(/#.*$/s, ''));
  for (const [name, value] of query) {
    const known = Object.hasOwn(queryNames, name) ? queryNames[name] : undefined;
    if (known && value) return normalizePath(`/?${known}=${encodeURIComponent(value)}`);
  }
  return undefined;
}

/** The last segment of another form of the page before it: a feed, an AMP version, a later page of a list. */
const formOfPage = /^(?:feed|rss2?|rdf|atom|amp|embed|trackback|page|\d{1,5}|comment-page-\d{1,5})$/;
const maxForms = 4;
/** WordPress adds these to the names of smaller, scaled, edited and high-resolution copies of a picture. */
const copyOfPicture =
  /(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{10,13}|@2x)+(?=\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|hei[cf])$)/;

/** Where to look when `path` itself is not stored, nearest first: `/a/feed` and `/a` for `/a/feed/atom`. */
export function nearestOldPaths(path: string): string[] {
  const picture = path.replace(copyOfPicture, '');
  if (picture !== path) return [picture];
  const nearest: string[] = [];
  for (let at = path; nearest.length < maxForms; ) {
    const end = at.lastIndexOf('/');
    if (end < 1 || !formOfPage.test(at.slice(end + 1))) break;
    at = at.slice(0, end);
    nearest.push(at);
  }
  return nearest;
}

/** Matches any text. A pattern has one, its target at most one. */
export const patternWildcard = '*';

/** The text that the `*` stands for, or undefined when the path does not match. Takes linear time. */
function matchPattern(pattern: string, path: string): string | undefined {
  const [before = '', after = ''] = pattern.split(patternWildcard);
  // `/shop/*` also matches `/shop`.
  if (after === '' && before === `${path}/`) return '';
  const isMatch =
    path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after);
  return isMatch ? path.slice(before.length, path.length - after.length) : undefined;
}

/** Encodes the text for the path, or for the query if the `*` follows a `?` or `#`. */
function fillTarget(target: string, text: string): string {
  const [before = '', after] = target.split(patternWildcard);
  if (after === undefined) return target;
  const isInQuery = /[?#]/.test(before);
  return (
    before +
    (isInQuery ? encodeURIComponent(text) : encodeURI(text).replaceAll(/[?#]/g, encodeURIComponent)) +
    after
  );
}

/** The longer pattern first: it is more specific. */
function byExactness(a: { path: string }, b: { path: string }): number {
  return b.path.length - a.path.length || (a.path < b.path ? -1 : 1);
}

type MovedCtx = ReadCtx & Pick<Ctx, 'now'>;

/**
 * The present address of the page that was at `url`. Tries `url`, then the page of which it is another form,
 * such as a feed, then patterns. Undefined when there is no page, visitors cannot open it, or `url` is its
 * present address.
 */
export async function findMovedAddress(
  ctx: MovedCtx,
  site: SiteSettings,
  url: string,
): Promise<string | undefined> {
  const oldPath = toOldPath(url);
  if (!oldPath) return undefined;
  const { isStored, present } = await follow(ctx, site, oldPath);
  const target = isStored
    ? present
    : ((await findInOtherLanguage(ctx, site, oldPath)) ?? (await followPatterns(ctx, site, oldPath)));
  return target && normalizePath(target) !== oldPath ? target : undefined;
}

/**
 * The page that has another prefix than the path: a row in another language, or a page of each language below the
 * prefix of one that the site has no longer, or that has become the main one.
 */
async function findInOtherLanguage(
  ctx: MovedCtx,
  site: SiteSettings,
  path: string,
): Promise<string | undefined> {
  const { shown, removed } = site.languages;
  if (!hasSeveralLanguages(site.languages) || isInEachLanguage(site, path)) return undefined;
  const [{ language }, ...further] = shown;
  const others = [{ language, prefix: `/${language}` }, ...removed];
  const { of, rest } = splitLanguage([...further, ...others], path);
  const own =
    of && removed.includes(of) ? shown[0] : (shown.find((one) => one.language === of?.language) ?? shown[0]);
  // The other spelling of the main language's page.
  const page = rest === '/careers' ? '/career' : rest;
  const places = [own, ...shown, ...removed].map((one) => addressInLanguage(one, page));
  for (const place of new Set(places)) {
    if (place === path) continue;
    const present = (await follow(ctx, site, place)).present ?? (await findPresentAddress(ctx, site, place));
    if (present) return present;
  }
  return undefined;
}

/**
 * Whether the path is that of a page which no language lacks. It has not moved; it lacks what the query asks for, as in
 * `/blog?page=99`. A legal page is missing where its text has a blank.
 */
function isInEachLanguage({ languages }: SiteSettings, address: string): boolean {
  const { rest } = splitLanguage(languages.shown, address);
  return publicPages.some(({ path, texts }) => path === rest && typeof texts === 'string');
}

/** Returns the address without `present` when it is stored but visitors cannot open its page. */
async function follow(
  ctx: MovedCtx,
  site: SiteSettings,
  oldPath: string,
): Promise<{ isStored: boolean; present?: string | undefined }> {
  const paths = [oldPath, ...nearestOldPaths(oldPath)];
  const stored = new Map((await findAddresses(ctx.read, paths)).map((address) => [address.path, address]));
  const address = paths.flatMap((path) => stored.get(path) ?? [])[0];
  if (!address) return { isStored: false };
  return { isStored: true, present: await presentOf(ctx, site, address) };
}

async function presentOf(
  ctx: MovedCtx,
  site: SiteSettings,
  { kind, item_id, target }: StoredAddress,
): Promise<string | undefined> {
  if (kind === redirectKind) return findPresentAddress(ctx, site, target!);
  if (kind === mediaFacts.log) return readFileAddress(ctx.read, item_id!);
  return presentPath(ctx, site, findModuleByLogName(kind)?.name as ModuleName, item_id!);
}

/**
 * The first page that a pattern leads to and visitors can open. A target is never matched against patterns
 * again, so there are no chains and loops.
 */
async function followPatterns(
  ctx: MovedCtx,
  site: SiteSettings,
  oldPath: string,
): Promise<string | undefined> {
  const patterns = await readPatterns(ctx.read);
  for (const { path, target } of patterns.toSorted(byExactness)) {
    const text = matchPattern(path, oldPath);
    if (text === undefined) continue;
    const next = fillTarget(target!, text);
    const present =
      (await findPresentAddress(ctx, site, next)) ?? (await follow(ctx, site, toOldPath(next) ?? '')).present;
    if (present) return present;
  }
  return undefined;
}

/**
 * In the language that is shown, or in `lang`.
 * @throws {NotFound} when no row has the slug now; for a past slug, with the page's present address
 */
export async function getIdOfCurrentSlug(
  ctx: MovedCtx & { siteSettings: SiteSettingsSource },
  name: ModuleName,
  { slug, lang, missing }: { slug: string; lang?: string | undefined; missing: string },
): Promise<number> {
  const { folder, hasWholePaths } = factsOf(name);
  const { languages, shown } = await ctx.siteSettings.current();
  const { prefix } = lang ? languageOfRow(languages, lang) : shown;
  const path = prefix + (hasWholePaths ? `/${slug}` : `${folder}/${slug}`);
  const known = normalizePath(path);
  const address = known ? await findAddress(ctx.read, known) : undefined;
  if (address?.is_current && address.kind === factsOf(name).log) return address.item_id!;
  const present = address && (await findMovedAddress(ctx, await ctx.siteSettings.current(), path));
  throw new NotFound(present ? `This address is a past one. The page is at ${present} now.` : missing);
}

const site = 'http://site';

/** Encodes an address of this site as browsers do, fit for a header. Undefined for any other. */
export function toAddressOfThisSite(text: string): string | undefined {
  if (!URL.canParse(text, site)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, site);
  const isOwn = origin === site && !pathname.startsWith('//');
  return isOwn ? pathname + search + hash : undefined;
}

/**
 * The current address of the page that has or had `path`, with query and fragment. Undefined when visitors cannot
 * open the page.
 */
export async function findPresentAddress(
  ctx: MovedCtx,
  site: SiteSettings,
  path: string,
): Promise<string | undefined> {
  const [pathname = '', rest = ''] = splitQuery(path);
  const known = normalizePath(pathname);
  if (!known) return undefined;
  const row = await findRowOfPath(ctx, known, site.languages);
  const present = row ? await presentPath(ctx, site, row.module, row.id) : pageAt(site, known);
  // An earlier version stored query and fragment without encoding them.
  return present && toAddressOfThisSite(present + rest);
}

interface FoundRow {
  module: ModuleName;
  id: number;
}

/** The row whose page has or had the path. It may be hidden or deleted. */
export async function findRowOfPath(
  ctx: ReadCtx,
  path: string,
  languages: SiteLanguages,
): Promise<FoundRow | undefined> {
  return (await findRowsOfPaths(ctx, [path], languages)).get(path);
}

/** As `findRowOfPath`, by path. */
export async function findRowsOfPaths(
  { read }: ReadCtx,
  paths: readonly string[],
  languages: SiteLanguages,
): Promise<Map<string, FoundRow>> {
  const addresses = new Map((await findAddresses(read, paths)).map((address) => [address.path, address]));
  const rows = new Map<string, FoundRow>();
  for (const path of paths) {
    const row = rowAt(path, addresses.get(path), languages);
    if (row) rows.set(path, row);
  }
  return rows;
}

function rowAt(
  path: string,
  address: StoredAddress | undefined,
  { shown, removed }: SiteLanguages,
): FoundRow | undefined {
  const { rest } = splitLanguage([...shown, ...removed], path);
  const [, folder, key = ''] = /^(\/[^/]+)\/([^/]+)$/.exec(rest) ?? [];
  const inFolder = moduleNames.find((name) => folder && factsOf(name).folder === folder);
  // Digits alone are an id. `10-tips` is a slug, or an address of an earlier site.
  if (inFolder && /^\d+$/.test(key)) {
    const id = Number(key);
    return id > 0 && id <= maxId ? { module: inFolder, id } : undefined;
  }
  const module = moduleNames.find((name) => factsOf(name).log === address?.kind);
  if (!module || (inFolder ? module !== inFolder : !factsOf(module).hasWholePaths)) return undefined;
  return { module, id: address!.item_id! };
}

/** Undefined when visitors cannot open the page of the row. */
export async function presentPath(
  ctx: MovedCtx,
  site: SiteSettings,
  module: ModuleName | undefined,
  id: number,
): Promise<string | undefined> {
  const { read, now } = ctx;
  const { features, languages } = site;
  const facts = module && factsOf(module);
  const { folder, table } = facts ?? {};
  if (!facts || !folder || !table || !isFeatureOpen(features, folder)) return undefined;
  const [row] = await readPublicRows(read, { table, ids: [id], now });
  if (!row || !isFeatureOpen(features, pathOfRow(facts, row))) return undefined;
  const language = languageOfRow(languages, row.lang);
  if (!languages.removed.includes(language)) return pathOfRow(facts, row, language);
  // A row in a removed language leads to its original, or to its translation into the main language.
  const group = await readGroup(read, { module: logNameOfModule(module), item_id: id });
  const shown = group.filter(({ lang }) => languages.shown.some((one) => one.language === lang));
  const other = shown.find(isOriginal) ?? shown.find(({ lang }) => lang === languages.shown[0].language);
  return other && presentPath(ctx, site, module, other.item_id);
}

export function pageAt({ features, legal, languages }: SiteSettings, address: string): string | undefined {
  const { of, rest: path } = splitLanguage(languages.shown, address);
  if (feeds.some((feed) => feed.path === path)) return features.blog ? address : undefined;
  const page = publicPages.find((known) => known.path === path);
  if (!page || !isFeatureOpen(features, path)) return undefined;
  return typeof page.texts === 'string' || shownDocuments(legal)[page.texts.document]
    ? addressInLanguage(of!, path)
    : undefined;
}

function splitQuery(path: string): string[] {
  const at = path.search(/[?#]/);
  return at < 0 ? [path] : [path.slice(0, at), path.slice(at)];
}
