import {
  toEarlierPath,
  possibleOldPathsOf,
  findOldAddressProblem,
  resolveOldAddresses,
} from '../content/addresses/old-addresses.ts';
import {
  findAddress,
  insertAddress,
  isRedirect,
  redirectKind,
} from '../content/addresses/stored-addresses.ts';
import type { ContentKind, EditorCtx, StoredEditable } from '../content/content-kind.ts';
import { lockLists, lockRow, saveRow } from '../content/save-row.ts';
import type { EditableView } from '../database/columns.ts';
import type { Tables } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import { blogModule } from '../modules/blog/blog.module.ts';
import { pagesModule } from '../modules/pages/pages.module.ts';
import { mediaFacts } from '../shared/module-facts.ts';
import { cleanHtml, plainText } from '../shared/writing/clean-html.ts';
import type { CategoryMap } from './category-map.ts';
import { isFileOfWordPress, isAddressOfSite } from './html-parts.ts';
import type { ImportOutcome } from './import-report.ts';
import { ImportedItem } from '../content/imported-item.entity.ts';
import type { ExportSurvey, OldAddress } from './incoming-content.ts';
import { type ImportCtx, oldPathOfFile } from './media-importer.ts';

const batchRows = 100;
const maxNamed = 20;

const linking = [
  { item: 'post', kind: blogModule.kind, columns: ['content'] },
  { item: 'page', kind: pagesModule.kind, columns: ['intro', 'blocks'] },
] as const;

/** Also in rows of earlier imports. Yields the links that still lead to the other site, at most 20 per row. */
export async function* rewriteOldLinks(
  ctx: ImportCtx,
  { source, site }: ExportSurvey,
): AsyncGenerator<ImportOutcome> {
  for (const { item, kind, columns } of linking) {
    for (let after = 0; ; ) {
      const entries = await ctx.em
        .fork()
        .find(
          ImportedItem,
          { source, kind: item, id: { $gt: after } },
          { orderBy: { id: 'asc' }, limit: batchRows },
        );
      for (const entry of entries) yield* rewriteRow(ctx, kind as never, columns, entry, site);
      if (entries.length < batchRows) break;
      after = entries.at(-1)!.id;
    }
  }
}

async function* rewriteRow<Row extends StoredEditable, View extends EditableView>(
  ctx: ImportCtx,
  kind: ContentKind<Row, View>,
  columns: readonly string[],
  { row_id: id, imported_at }: ImportedItem,
  site: string | undefined,
): AsyncGenerator<ImportOutcome> {
  const stored = await ctx.em.fork().findOne(kind.entity, { id } as never);
  const hrefs = stored ? oldLinksOf(valuesOf(stored, columns), site) : [];
  if (hrefs.length === 0) return;
  const targets = await resolveOldAddresses(ctx.read, hrefs);
  // The notes of the text list files on WordPress.com.
  const isPage = (href: string) => isAbsolute(href) && !isFileOfWordPress(href);
  const staying = hrefs.filter((href) => !targets.has(href) && isPage(href)).slice(0, maxNamed);
  if (targets.size > 0) {
    const editor: EditorCtx = { ...ctx, em: ctx.em.fork() };
    await inTransaction(editor, async (tx) => {
      const lists = await lockLists(kind as never, tx);
      const openRowState = await lockRow(kind, tx, lists, id);
      if (!openRowState) return;
      const { row } = openRowState;
      const values = Object.entries(valuesOf(row, columns)).map(([name, value]) => [
        name,
        withLinks(value, targets),
      ]);
      await saveRow(kind, tx, openRowState, {
        revise: () => row.revise(Object.fromEntries(values), row.updated_at),
        // The log already says that this import created the row.
        verb: imported_at.getTime() === ctx.now.getTime() ? null : 'Renewed the links of',
        source: 'import',
      });
    });
  }
  for (const href of staying)
    yield {
      outcome: 'skipped',
      kind: 'link',
      externalId: href,
      title: kind.subjectOf(stored!, ctx.now).label,
      id,
      notes: ['it leads to the earlier site still, as nothing here had this address'],
    };
}

function valuesOf(row: object, columns: readonly string[]): Record<string, unknown> {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(columns.map((name) => [name, values[name]]));
}

const linkInHtml = /<a href="([^"]*)"/g;
const isAbsolute = (href: string) => /^https?:/i.test(href);

/** Links without a host count too: they may have been written for the other site. */
function oldLinksOf(value: unknown, site: string | undefined): string[] {
  const links = new Set<string>();
  eachText(value, (text) => {
    const hrefs = text.startsWith('<')
      ? Array.from(text.matchAll(linkInHtml), ([, href = '']) => href)
      : [text];
    for (const href of hrefs.map(plainHref)) {
      if (isAddressOfSite(href, site)) links.add(href);
    }
    return text;
  });
  return [...links].filter((href) => possibleOldPathsOf(href).length > 0);
}

const plainHref = (href: string) => href.replaceAll('&amp;', '&');

function withLinks(value: unknown, targets: ReadonlyMap<string, string>): unknown {
  return eachText(value, (text) => {
    if (!text.startsWith('<')) return targets.get(text) ?? text;
    const changed = text.replaceAll(linkInHtml, (whole, href: string) => {
      const target = targets.get(plainHref(href));
      return target ? `<a href="${target.replaceAll('&', '&amp;')}"` : whole;
    });
    const cleaned = changed === text ? undefined : cleanHtml(changed);
    return cleaned && 'html' in cleaned ? cleaned.html : text;
  });
}

/** At any depth. */
function eachText(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((one) => eachText(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eachText(one, replace)]));
}

const batchSize = 200;

/**
 * Redirects lists of posts to those of the blog, and the page of an uploaded file to the file. Yields the addresses
 * that cannot be redirected.
 */
export async function* redirectOldLists(
  ctx: ImportCtx,
  lists: readonly OldAddress[],
  { categories, isDryRun }: { categories: CategoryMap; isDryRun: boolean },
): AsyncGenerator<ImportOutcome> {
  for (let at = 0; at < lists.length; at += batchSize) {
    const batch = lists.slice(at, at + batchSize);
    yield* await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const refused: ImportOutcome[] = [];
      for (const list of batch) {
        const problem = await takeOldList(tx, list, categories, isDryRun);
        if (problem) refused.push(toOutcome(list, problem));
      }
      return refused;
    });
  }
}

async function takeOldList(
  tx: ImportCtx,
  { path: address, lists }: OldAddress,
  categories: CategoryMap,
  isDryRun: boolean,
): Promise<string | undefined> {
  const path = toEarlierPath(address);
  if (!path) return undefined;
  const read = tx.em.getKysely<Tables>();
  const there = await findAddress(read, path);
  const problem = there ? undefined : await findOldAddressProblem(tx, path);
  if (isRedirect(there?.kind) || isDryRun) return problem;

  // The page of a file that was uploaded to an imported post leads to that post already.
  if (typeof lists === 'object' && 'file' in lists) {
    const old = oldPathOfFile(lists.file);
    const file = old && !there ? await findAddress(read, old) : undefined;
    if (file?.kind !== mediaFacts.log || problem) return undefined;
    const { kind, item_id } = file;
    await insertAddress(tx, { path, kind, item_id, target: null, is_current: false });
    return undefined;
  }

  if (there) return `its old address ${path} leads elsewhere here already`;
  const target = targetOf(lists, categories);
  if (!problem)
    await insertAddress(tx, { path, kind: redirectKind, item_id: null, target, is_current: false });
  return problem;
}

function targetOf(lists: Exclude<OldAddress['lists'], { file: string }>, categories: CategoryMap): string {
  if (lists === 'feed') return '/feed.xml';
  if (lists === 'all') return '/blog';
  if ('category' in lists) {
    const category = categories.get(lists.category);
    return category ? `/blog?${new URLSearchParams({ category })}` : '/blog';
  }
  const query = Object.entries(lists).map(([name, text]) => [name, plainText(text)]);
  return `/blog?${new URLSearchParams(query)}`;
}

function toOutcome({ path }: OldAddress, problem: string): ImportOutcome {
  return { outcome: 'skipped', kind: 'address', externalId: path, title: path, notes: [problem] };
}
