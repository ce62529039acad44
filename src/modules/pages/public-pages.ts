import { z } from 'zod';
import { type RowView, rowViewOf } from '../../content/module/fields-of.ts';
import { renderTexts } from '../../content/module/shown-rows.ts';
import {
  findInLanguage,
  inAnyLanguage,
  inShownLanguage,
  languageFilter,
} from '../../content/translations/shown-language.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import { tableReaderOf } from '../../database/list/table.ts';
import { findMediaFacts, pageViewFields, withSharePictures } from '../../pictures/media.ts';
import { readLinkedPages } from '../../settings/site-settings.ts';
import type { BlockName, ShownBlock } from '../../shared/blocks/block-kinds.ts';
import { mediaIdsByColumn, rowValuesOf } from '../../shared/blocks/row-values.ts';
import type { Block, CaptionedPicture, Column } from '../../shared/column-types.ts';
import { oneOf } from '../../shared/fields.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import type { MediaFacts } from '../../shared/media.ts';
import type { PageQuery } from '../../shared/pagination.ts';
import { isFeatureOpen } from '../../shared/settings/fields/features.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { textDirectionOf } from '../../shared/text-direction.ts';
import {
  ListedProject,
  listFeaturedProjects,
  listPublicProjectsByIds,
} from '../portfolio/public-projects.ts';
import { listTeam, PublicMember } from '../team/team.module.ts';
import { listPublishedTestimonials, PublicTestimonial } from '../testimonials/testimonials.module.ts';
import { fixedPlaces, pageColumns, pagesFacts } from './pages.facts.ts';
import { pagesModule } from './pages.module.ts';

/** The rows of other modules that blocks show. */
const BlockRecords = z
  .object({
    testimonials: z.array(PublicTestimonial).describe('The testimonials'),
    projects: z.array(ListedProject).describe('The projects'),
    members: z.array(PublicMember).describe('The team members'),
  })
  .meta({ title: 'PublicPageSummaryRows' });
type BlockRecords = z.output<typeof BlockRecords>;

const mostPeople = 12;

/**
 * Without rows that visitors may not see. A block that names none shows the first quotation, the featured
 * projects or the first people. Writes the ids of the shown rows into the blocks.
 */
async function readBlockRecords(ctx: ListCtx, blocks: readonly Block[]): Promise<BlockRecords> {
  const { features, shown } = await ctx.siteSettings.current();
  const ofKind = (kind: BlockName) => blocks.filter((block) => block.kind === kind);
  const [quotations, works, people] = [ofKind('testimonial'), ofKind('projects'), ofKind('people')];
  const ids = (of: readonly Block[], field: string) =>
    of.flatMap((block) => (block[field] ?? []) as number[]);

  const inLanguage = (module: ActivityModule, ids: readonly number[]) =>
    findInLanguage(ctx.read, { module, ids, lang: shown.language });
  const quoted = ids(quotations, 'testimonial');
  const translatedQuotes = await inLanguage('testimonial', quoted);
  const allQuoted = [...quoted, ...translatedQuotes.values()];
  const testimonials = quotations.length === 0 ? [] : await listTestimonials(ctx, allQuoted);
  for (const block of quotations) {
    const chosen = [translatedQuotes.get(block.testimonial as number), block.testimonial]
      .map((id) => testimonials.find((one) => one.id === id))
      .find(Boolean);
    block.testimonial = (block.testimonial ? chosen : testimonials[0])?.id ?? null;
  }

  const shownWorks = features.portfolio ? works : [];
  const isFeatured = shownWorks.some(({ projects }) => (projects as number[]).length === 0);
  const featured = isFeatured ? await listFeaturedProjects(ctx) : [];
  const chosenIds = shownWorks.length === 0 ? [] : ids(shownWorks, 'projects');
  const translated = await inLanguage('portfolio', chosenIds);
  const chosenProjects = await listPublicProjectsByIds(ctx, [
    ...new Set([...chosenIds, ...translated.values()]),
  ]);
  const projects = new Map([...featured, ...chosenProjects].map((project) => [project.id, project]));
  for (const block of works) {
    const chosen = block.projects as number[];
    const translations = chosen.map((id) => {
      const translation = translated.get(id);
      return translation && projects.has(translation) ? translation : id;
    });
    const listed = chosen.length === 0 ? featured.map(({ id }) => id) : translations;
    block.projects = listed.filter((id) => projects.has(id));
  }

  const members = people.length > 0 && features.team ? await listTeam(ctx) : [];
  const translatedPeople = await inLanguage('team', members.length === 0 ? [] : ids(people, 'people'));
  for (const block of people) {
    const isListed = (one: number | undefined) => members.some(({ id }) => id === one);
    const chosen = (block.people as number[]).map((id) => {
      const translation = translatedPeople.get(id);
      return isListed(translation) ? translation! : id;
    });
    const first = members.slice(0, mostPeople).map(({ id }) => id);
    const shown = chosen.length === 0 ? first : chosen;
    block.people = shown.filter((id) => members.some((member) => member.id === id));
  }
  const shownPeople = new Set(ids(people, 'people'));
  return {
    testimonials,
    projects: [...projects.values()],
    members: members.filter(({ id }) => shownPeople.has(id)),
  };
}

/** The first published testimonial of all, then those with these ids. */
async function listTestimonials(ctx: ListCtx, ids: readonly number[]): Promise<BlockRecords['testimonials']> {
  const [first, chosen] = await Promise.all([
    listPublishedTestimonials(ctx, { limit: 1 }),
    ids.length > 0 ? listPublishedTestimonials(ctx, { ids, limit: ids.length }) : [],
  ]);
  return [...first, ...chosen.filter(({ id }) => id !== first[0]?.id)];
}

const { unpublish_at: _, ...publicColumns } = pageColumns;

const PageView = rowViewOf(publicColumns).View;

/** A page as visitors read it, with the facts of pictures instead of ids in its blocks. */
export const PublicPage = PageView.extend({
  ...pageViewFields,
  blocks: PageView.shape.blocks.describe('The blocks as visitors see them: pictures with their facts'),
  rows: BlockRecords.describe('The rows of other modules that blocks name by their ids'),
}).meta({ title: 'PublicPage' });

const { title, intro, place, published_at, slug, lang } = pageColumns;
const summaryColumns = { title, intro, place, published_at, slug, lang };
const summaries = rowViewOf(summaryColumns);
const { table: name, pageSize } = pagesFacts;
const { missing } = pagesModule.table;
const summaryTable = tableReaderOf<RowView<typeof summaryColumns>>({
  name,
  missing,
  pageSize,
  view: summaries.View,
});

/** A page in public lists, without its blocks. */
export const PageSummary = summaries.View;

export async function listPublishedPages(
  ctx: ListCtx,
  { lang, ...query }: PageQuery & { lang?: string | undefined },
) {
  const open = { open_at: ctx.now, ...(await inShownLanguage(ctx, lang)) };
  const { rows, meta } = await summaryTable.page(ctx.read, query, open);
  const { languages } = await ctx.siteSettings.current();
  const pages = rows
    .map(summaries.toView)
    .map((view) => ({ ...view, path: pathOfRow(pagesFacts, view, languageOfRow(languages, view.lang)) }));
  return { pages, meta };
}

/** @throws {NotFound} when there is no such page or visitors cannot see it */
export async function getPublishedPage(ctx: ListCtx, id: number) {
  const page = await pagesModule.get(ctx, id, { open_at: ctx.now, ...(await inAnyLanguage(ctx)) });
  const [shown] = await withSharePictures(ctx, [{ ...page, ...(await presentBlocks(ctx, page)) }]);
  return shown!;
}

/** A page whose blocks are on a fixed page. */
export const PlacedPage = PublicPage.pick({
  id: true,
  title: true,
  lang: true,
  blocks: true,
  rows: true,
}).meta({ title: 'PagePlacedAnswerPages' });
export type PlacedPage = z.output<typeof PlacedPage>;

export const PlaceQuery = z.object({
  place: oneOf('Place', fixedPlaces).meta({ title: 'FixedPagePlace' }),
  ...languageFilter,
});

/** Applies to each fixed page. */
const mostPlaced = 20;

/** Oldest first. */
export async function listPlacedPages(
  ctx: ListCtx,
  { place, lang }: z.output<typeof PlaceQuery>,
): Promise<PlacedPage[]> {
  const query = { page: 1, per_page: mostPlaced };
  const { rows } = await pagesModule.table.page(ctx.read, query, {
    place,
    open_at: ctx.now,
    ...(await inShownLanguage(ctx, lang)),
  });
  const shown = rows
    .map(pagesModule.toView)
    .map(async (page) => ({ ...page, ...(await presentBlocks(ctx, page)) }));
  return mergePlacedPages(await Promise.all(shown));
}

/**
 * Oldest first, with `draft` in place of its stored page. Block keys become ids in the document, so a
 * repeated one gets its page's id. The draft's keys stay, because its form finds blocks by them.
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
  return column.kind === 'optionalText' && column.format === 'address';
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

/** The blocks as visitors read them, without unknown kinds. */
export async function presentBlocks(ctx: ListCtx, page: StoredPage): Promise<ShownBlocks> {
  const { kinds } = pageColumns.blocks;
  const known = page.blocks.filter(({ kind }) => Object.hasOwn(kinds, kind));
  const columns = { blocks: pageColumns.blocks };
  const values = { blocks: structuredClone(known) };

  const slots = rowValuesOf(columns, values);
  const texts = slots.filter(({ column, value }) => column.kind === 'html' && value);
  const html = await renderTexts(
    ctx,
    texts.map(({ value }) => String(value)),
    { isRightToLeft: textDirectionOf(page) === 'rtl' },
  );
  texts.forEach((slot, at) => {
    slot.replace(html[at]);
  });

  // A link to a page that visitors cannot open becomes empty.
  const links = slots.filter(({ column, value }) => isLink(column) && value);
  const site = await ctx.siteSettings.current();
  const present = await readLinkedPages(
    ctx.read,
    ctx.now,
    links.map(({ value }) => String(value)),
    site.languages,
  );
  for (const { value, replace } of links) {
    const href = String(value);
    const path = href in present ? present[href] : href;
    replace(path && (!path.startsWith('/') || isFeatureOpen(site.linked, path)) ? path : '');
  }

  const facts = await findMediaFacts(ctx, mediaIdsByColumn(columns, { blocks: known }).blocks ?? []);
  for (const { column, value, replace } of slots) {
    if (column.kind === 'media') replace(facts.get(value as number) ?? null);
    if (column.kind === 'gallery') replace(withFacts(value as CaptionedPicture[], facts));
  }

  const rows = await readBlockRecords(ctx, values.blocks);
  // The columns determine the fields of the blocks, which TypeScript cannot derive here.
  return { blocks: values.blocks as unknown as ShownBlock[], rows };
}

function withFacts(pictures: readonly CaptionedPicture[], facts: ReadonlyMap<number, MediaFacts>) {
  return pictures.flatMap(({ media_id, caption }) => {
    const known = facts.get(media_id);
    return known ? [{ ...known, caption }] : [];
  });
}
