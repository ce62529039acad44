import { oldPathsOf, resolveOldAddresses } from '../content/addresses/old-targets.service.ts';
import type { EditorCtx, ContentKind, StoredEditable } from '../content/content-kind.ts';
import { holdLists, openRow, saveRow } from '../content/save-row.ts';
import type { EditableView } from '../database/columns.ts';
import { inTransaction } from '../database/transaction.ts';
import { blog } from '../modules/blog/blog.module.ts';
import { pages } from '../modules/pages/pages.module.ts';
import { cleanHtml } from '../shared/writing/clean.ts';
import type { ImportCtx } from './media-importer.ts';
import { ImportedItem } from './imported-item.entity.ts';
import type { ExportSurvey } from './incoming.ts';
import type { ImportOutcome } from './import-report.ts';
import { isFileOfWordPress, isOfSite } from './same-site.ts';

const batchRows = 100;
const maxNamed = 20;

/** The columns with links, for each kind of imported item. */
const linking = [
  { item: 'post', kind: blog.kind, columns: ['content'] },
  { item: 'page', kind: pages.kind, columns: ['intro', 'blocks'] },
] as const;

/**
 * Replaces links to the other site in imported texts with links to the rows and files here. Rows of earlier
 * imports are included. Yields an outcome for each link that still leads to a page of the other site, at most
 * 20 per row.
 */
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
  const stored = (await ctx.em.fork().findOne(kind.entity, { id } as never)) as Row | null;
  const hrefs = stored ? oldLinksOf(valuesOf(stored, columns), site) : [];
  if (hrefs.length === 0) return;
  const targets = await resolveOldAddresses(ctx.read, hrefs);
  // Links to files on WordPress.com are not reported here, because the notes of the text list these files.
  const isPage = (href: string) => isAbsolute(href) && !isFileOfWordPress(href);
  const staying = hrefs.filter((href) => !targets.has(href) && isPage(href)).slice(0, maxNamed);
  if (targets.size > 0) {
    const editor: EditorCtx = { ...ctx, em: ctx.em.fork() };
    await inTransaction(editor, async (tx) => {
      const lists = await holdLists(kind as never, tx);
      const opened = await openRow(kind, tx, lists, id);
      if (!opened) return;
      const { row } = opened;
      const words = Object.entries(valuesOf(row, columns)).map(([name, value]) => [
        name,
        withLinks(value, targets),
      ]);
      await saveRow(kind, tx, opened, {
        revise: () => row.revise(Object.fromEntries(words), row.updated_at),
        // A row of this import gets no second entry in the activity log, because the log already says that the row was
        // created.
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

/**
 * Returns the links to the other site. Links without a host count too, because they may have been written for the other
 * site.
 */
function oldLinksOf(value: unknown, site: string | undefined): string[] {
  const found = new Set<string>();
  eachText(value, (text) => {
    const hrefs = text.startsWith('<')
      ? Array.from(text.matchAll(linkInHtml), ([, href = '']) => href)
      : [text];
    for (const href of hrefs.map(plainHref)) {
      if (isOfSite(href, site)) found.add(href);
    }
    return text;
  });
  return [...found].filter((href) => oldPathsOf(href).length > 0);
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

/** Returns a copy of a value in which each text at any depth is replaced. */
function eachText(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((one) => eachText(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eachText(one, replace)]));
}
