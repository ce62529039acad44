import { z } from 'zod';
import { showTexts } from '../../content/module/shown-texts.ts';
import type { Ctx } from '../../database/ctx.ts';
import { tableOf } from '../../database/list/table.ts';
import { type View, viewOf } from '../../content/module/fields-of.ts';
import type { ListCtx } from '../../content/operations/list.ts';
import { findMediaFacts } from '../../pictures/media-items.service.ts';
import { pageFields, showShared } from '../../pictures/shared-picture.service.ts';
import { mediaIdsByColumn, rowValuesOf } from '../../shared/blocks/row-values.ts';
import type { ShownBlock } from '../../shared/blocks/kinds.ts';
import type { Column } from '../../shared/column-types.ts';
import type { Block, CaptionedPicture } from '../../shared/json-values.ts';
import { readLinkedPages } from '../../settings/linked-pages.repository.ts';
import { isOpen } from '../../shared/settings/fields/features.ts';
import { oneOf } from '../../shared/fields.ts';
import type { MediaFacts } from '../../shared/media.ts';
import type { PageQuery } from '../../shared/pagination.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { directionOf } from '../../shared/text-direction.ts';
import { BlockRecords, readBlockRecords } from './block-records.service.ts';
import { fixedPlaces, pageColumns, pagesFacts } from './pages.facts.ts';
import { pages } from './pages.module.ts';

const { unpublish_at: _, ...publicColumns } = pageColumns;

const PageView = viewOf(publicColumns).View;

/**
 * A page as visitors read it. Its blocks contain the facts of pictures, such as path and size, instead of
 * ids.
 */
export const PublicPage = PageView.extend({
  ...pageFields,
  blocks: PageView.shape.blocks.describe('The blocks as visitors see them: pictures with their facts'),
  rows: BlockRecords.describe('The rows of other modules that blocks name by their ids'),
}).meta({ title: 'PublicPage' });

const { title, intro, place, published_at, slug, lang } = pageColumns;
const summaryColumns = { title, intro, place, published_at, slug, lang };
const summaries = viewOf(summaryColumns);
const { table: name, pageSize } = pagesFacts;
const { missing } = pages.table;
const summaryTable = tableOf<View<typeof summaryColumns>>({ name, missing, pageSize, view: summaries.View });

/** A page as public lists show it. The blocks are left out. */
export const PageSummary = summaries.View;

/** Returns the published pages without their blocks. The list is paginated. */
export async function listPublishedPages(ctx: Ctx, query: PageQuery) {
  const { rows, meta } = await summaryTable.page(ctx.read, query, { open_at: ctx.now });
  const views = rows.map(summaries.toView);
  return { pages: views.map((view) => ({ ...view, path: pathOfRow(pagesFacts, view) })), meta };
}

/**
 * Returns a published page as visitors read it.
 * @throws {NotFound} when there is no such page or visitors cannot see it
 */
export async function getPublishedPage(ctx: ListCtx, id: number) {
  const page = await pages.get(ctx, id, { open_at: ctx.now });
  const [shown] = await showShared(ctx, [{ ...page, ...(await presentPage(ctx, page)) }]);
  return shown!;
}

/** A page whose blocks are shown on a fixed page. */
export const PlacedPage = PublicPage.pick({
  id: true,
  title: true,
  lang: true,
  blocks: true,
  rows: true,
}).meta({ title: 'PagePlacedAnswerPages' });
export type PlacedPage = z.output<typeof PlacedPage>;

export const PlaceQuery = z.object({ place: oneOf('Place', fixedPlaces).meta({ title: 'FixedPagePlace' }) });

/** The maximum number of pages whose blocks a fixed page shows. */
const mostPlaced = 20;

/** Returns the published pages whose blocks are shown on a fixed page, the oldest first. */
export async function listPlacedPages(
  ctx: ListCtx,
  { place }: z.output<typeof PlaceQuery>,
): Promise<PlacedPage[]> {
  const query = { page: 1, per_page: mostPlaced };
  const { rows } = await pages.table.page(ctx.read, query, { place, open_at: ctx.now });
  const shown = rows.map(pages.toView).map(async (page) => ({ ...page, ...(await presentPage(ctx, page)) }));
  return mergePlacedPages(await Promise.all(shown));
}

/**
 * Returns the pages whose blocks are shown on a fixed page, the oldest first. If `draft` is given, the result contains
 * it instead of its stored page. Block keys become ids in the document, so the id of the page is appended to a repeated
 * key. The keys of the draft remain unchanged, because its form finds blocks by their keys.
 */
export function mergePlacedPages(placed: readonly PlacedPage[], draft?: PlacedPage): PlacedPage[] {
  const others = placed.filter(({ id }) => id !== draft?.id).toSorted((one, other) => one.id - other.id);
  const taken = new Set<string>();
  const all = [...(draft ? [draft] : []), ...others].map((page) => ({
    ...page,
    blocks: page.blocks.map((block) => {
      const key = taken.has(block.key) ? `${block.key}-${page.id}` : block.key;
      taken.add(key);
      return { ...block, key };
    }),
  }));
  return all.toSorted((one, other) => one.id - other.id);
}

function isLink(column: Column): boolean {
  return column.kind === 'note' && column.format === 'address';
}

interface ShownBlocks {
  blocks: ShownBlock[];
  rows: BlockRecords;
}

interface StoredPage {
  title: string;
  lang: string | null;
  blocks: Block[];
}

/**
 * Returns the blocks of a page as visitors read them, and the rows of other modules that the blocks show.
 * Leaves out blocks of an unknown kind.
 */
export async function presentPage(ctx: ListCtx, page: StoredPage): Promise<ShownBlocks> {
  const { kinds } = pageColumns.blocks;
  const known = page.blocks.filter(({ kind }) => Object.hasOwn(kinds, kind));
  const columns = { blocks: pageColumns.blocks };
  const words = { blocks: structuredClone(known) };

  const slots = rowValuesOf(columns, words);
  const texts = slots.filter(({ column, value }) => column.kind === 'html' && value);
  const html = await showTexts(
    ctx,
    texts.map(({ value }) => String(value)),
    { isRightToLeft: directionOf(page) === 'rtl' },
  );
  texts.forEach((slot, at) => {
    slot.put(html[at]);
  });

  // A link to a page that visitors cannot open becomes empty.
  const links = slots.filter(({ column, value }) => isLink(column) && value);
  const site = await ctx.siteSettings.current();
  const present = await readLinkedPages(
    ctx.read,
    ctx.now,
    links.map(({ value }) => String(value)),
  );
  for (const { value, put } of links) {
    const href = String(value);
    const path = href in present ? present[href] : href;
    put(path && (!path.startsWith('/') || isOpen(site.linked, path)) ? path : '');
  }

  const facts = await findMediaFacts(ctx, mediaIdsByColumn(columns, { blocks: known }).blocks ?? []);
  for (const { column, value, put } of slots) {
    if (column.kind === 'media') put(facts.get(value as number) ?? null);
    if (column.kind === 'gallery') put(withFacts(value as CaptionedPicture[], facts));
  }

  const rows = await readBlockRecords(ctx, words.blocks);
  // The columns determine the fields of the blocks, but TypeScript cannot derive the fields here.
  return { blocks: words.blocks as unknown as ShownBlock[], rows };
}

function withFacts(pictures: readonly CaptionedPicture[], facts: ReadonlyMap<number, MediaFacts>) {
  return pictures.flatMap(({ media_id, caption }) => {
    const known = facts.get(media_id);
    return known ? [{ ...known, caption }] : [];
  });
}
