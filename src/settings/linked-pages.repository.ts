import type { Reader } from '../database/ctx.ts';
import { moduleFactsByTable, isPublicSql } from '../database/list/public-at.ts';
import { normalizePath } from '../shared/normalize-path.ts';
import { maxId } from '../shared/fields.ts';
import { factsByModule, findModuleByLogName } from '../shared/module-facts.ts';
import { pageRoutes } from '../shared/public-pages.ts';
import type { ContentFacts } from '../shared/content-facts.ts';
import type { LinkedPages } from '../shared/settings/linked-parts.ts';
import { pathOfRow } from '../shared/slugs.ts';

type Tables = {
  addresses: { path: string; kind: string; item_id: number | null };
} & Record<string, { id: number; slug: string | null; place?: string }>;

interface LinkedRow {
  href: string;
  facts: ContentFacts;
  id: number;
}

const redirect = 'redirect';
/** Returns whether a path ends with a file extension. */
const isFile = (path: string) => /\.[a-z\d]+$/i.test(path);

/**
 * Returns the current address of each page that links lead to, by the `href` of the link. The address is null when
 * visitors cannot open the page. Leaves out links to fixed pages, to files and to other sites.
 */
export async function readLinkedPages(
  read: Reader,
  now: Date,
  hrefs: readonly string[],
): Promise<LinkedPages> {
  const links = [...new Set(hrefs)].flatMap((href) => {
    const path = normalizePath(href.replace(/[?#].*$/s, ''));
    return path && path !== '/' && !isFile(path) ? [{ href, path }] : [];
  });
  if (links.length === 0) return {};

  // An address may be the current or a former address of a row.
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
  const found: Record<string, string | null> = {};
  const rows: LinkedRow[] = [];
  for (const { href, path } of links) {
    const address = addresses.get(path);
    const row = rowById(path) ?? (address && rowOf(address));
    if (row) rows.push({ href, ...row });
    else if (address?.kind !== redirect && !isPage(path)) found[href] = null;
  }

  for (const [{ table }, linked] of Map.groupBy(rows, (row) => row.facts)) {
    const open = await read
      .withTables<Tables>()
      .selectFrom(table)
      .select(['id', 'slug'])
      .$if(moduleFactsByTable(table)?.fixedPages !== undefined, (query) => query.select('place'))
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
      found[href] = row ? pathOfRow(facts, row) + restOf(href) : null;
    }
  }
  return found;
}

const withPages = Object.values<ContentFacts>(factsByModule).filter(({ folder }) => folder !== undefined);

/**
 * Returns the row that a path names by its id. For example, `/pages/7` always leads to the page with the id
 * 7.
 */
function rowById(path: string): { facts: ContentFacts; id: number } | undefined {
  const [, folder, digits] = /^(\/[^/]+)\/([1-9]\d{0,9})$/.exec(path) ?? [];
  const known = withPages.find((one) => one.folder === folder);
  const id = Number(digits);
  return known && id <= maxId ? { facts: known, id } : undefined;
}

/**
 * Returns whether a path leads to a page without a row: a page of the site itself, or one of the few other paths that a
 * menu may contain.
 */
function isPage(path: string): boolean {
  return pageRoutes.includes(path) || /^\/(?:admin|api|careers)(?:\/|$)/.test(path);
}

function rowOf({ kind, item_id }: Tables['addresses']): { facts: ContentFacts; id: number } | undefined {
  const known = findModuleByLogName(kind);
  return known && item_id ? { facts: known, id: item_id } : undefined;
}

/** Returns the query and the fragment of an address. */
function restOf(href: string): string {
  return /[?#].*$/s.exec(href)?.[0] ?? '';
}
