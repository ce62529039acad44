import type { ImportedItem } from '../content/imported-item.entity.ts';
import { toEarlierPath, findOldAddressProblem } from '../content/addresses/old-addresses.ts';
import { findAddress, isPathTakenByRoute } from '../content/addresses/stored-addresses.ts';
import type { Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';
import { pageColumns } from '../modules/pages/pages.facts.ts';
import { pagesModule } from '../modules/pages/pages.module.ts';
import { mediaIdsByColumn } from '../shared/blocks/row-values.ts';
import { foldText } from '../shared/fold-text.ts';
import { findPathProblem, slugOfText } from '../shared/slugs.ts';
import { toOneLine } from '../shared/fields.ts';
import { plainText } from '../shared/writing/clean-html.ts';
import { escapeXml } from '../shared/xml.ts';
import { addMissingToBlocks } from './missing-pictures.ts';
import { cleanPost, linkedFilesOf, picturesOfSections, shortenText } from './clean-post.ts';
import { isAddressOfSite } from './html-parts.ts';
import type { ImportOutcome, ImportReportFacts } from './import-report.ts';
import {
  completedOutcome,
  completeImportedRow,
  findImported,
  findLackingFiles,
  type ImportKey,
  noAddressNote,
  outcomeOfImported,
  outcomeOfNotes,
  storeImported,
} from './imported-items.ts';
import type { ExportSurvey, IncomingPage } from './incoming-content.ts';
import type { ImportCtx, MediaImporter } from './media-importer.ts';
import { blocksOfPage, describeMissingPicture } from './page-blocks.ts';
import { publicationDatesOf } from './post-import.ts';
import { toSeoFields } from './seo-fields.ts';

const [maxTitle, maxIntro] = [120, 400];

async function toPageDraft(
  ctx: ImportCtx,
  page: IncomingPage,
  { media, site }: { media: MediaImporter | undefined; site: string | undefined },
) {
  const notes = [...page.notes];
  const cleaned = cleanPost(page.html);
  const whole = 'problem' in cleaned ? { pictures: [], downloads: [] } : cleaned;

  const pictures = [
    ...(page.picture ? [page.picture] : []),
    ...picturesOfSections(page.sections),
    ...whole.pictures,
  ];
  const ids = (await media?.bring(ctx, pictures, notes)) ?? new Map<string, number>();
  const own = page.picture && ids.get(page.picture.address);
  if (page.picture && !own) notes.push(describeMissingPicture(page.picture, media));

  const downloads = whole.downloads.filter((address) => isAddressOfSite(address, site));
  const brought = (await media?.bringDownloads(ctx, downloads, notes)) ?? new Set<string>();

  const blocks = blocksOfPage(page, { ids, brought, notes }, media);
  if ('problem' in blocks) return blocks;
  const [top] = blocks;
  const isTitleAgain =
    top?.kind === 'text' && foldText(String(top.heading)) === foldText(plainText(page.title));
  if (isTitleAgain) top.heading = '';
  if (isTitleAgain && !top.body) blocks.shift();
  const shown = mediaIdsByColumn({ blocks: pageColumns.blocks }, { blocks }).blocks ?? [];
  if (own && page.picture && !shown.includes(own)) {
    const { alt } = page.picture;
    const image = `<img data-media="${own}"${alt ? ` alt="${escapeXml(shortenText(alt, 250))}"` : ''}>`;
    const figure = `<figure data-kind="picture">${image}</figure>`;
    const [first] = blocks;
    if (first?.kind === 'text' && first.heading === '') first.body = figure + String(first.body);
    else blocks.unshift({ kind: 'text', heading: '', body: figure });
  }

  const wholeTitle = toOneLine(plainText(page.title));
  const firstWords = toOneLine(shortenText(plainText(page.html), 80));
  if (!wholeTitle) notes.push('had no title: its first words are');
  if (wholeTitle.length > maxTitle) notes.push(`title shortened: ${wholeTitle}`);
  const intro = plainText(page.excerpt);
  if (intro.length > maxIntro) notes.push(`introduction shortened from ${intro.length} characters`);
  return {
    notes,
    remarks: page.remarks,
    ids,
    lacking: [
      ...pictures.map(({ address }) => address).filter((address) => !ids.has(address)),
      ...downloads.filter((address) => !brought.has(address)),
    ],
    values: {
      title: shortenText(wholeTitle || firstWords || 'Untitled', maxTitle),
      intro: shortenText(intro, maxIntro),
      place: 'Page' as const,
      share_picture: own ?? null,
      blocks,
      ...toSeoFields(page, notes),
    },
    ...publicationDatesOf(ctx, page, notes),
  };
}

interface PageImport {
  survey: ExportSurvey;
  media: MediaImporter | undefined;
  isDryRun: boolean;
}

/**
 * Skips pages that were imported before, though they get the pictures that they lacked. A dry run stores
 * nothing.
 */
export async function importPage(
  ctx: ImportCtx,
  page: IncomingPage,
  { survey, media, isDryRun }: PageImport,
): Promise<ImportOutcome> {
  const facts = { kind: 'page', externalId: page.externalId, title: page.title };
  const key: ImportKey = { source: survey.source, kind: 'page', external_id: page.externalId };
  const imported = await findImported(ctx, { key, incoming: page, survey });
  if (imported)
    return { ...facts, ...(await completePage(ctx, imported, page, { survey, media, isDryRun })) };

  const draft = await toPageDraft(ctx, page, { media, site: survey.site });
  if ('problem' in draft) return { ...facts, outcome: 'skipped', notes: [draft.problem, ...page.notes] };
  const { notes, remarks, values, createdAt, updatedAt, publishedAt } = draft;
  const parsed = pagesModule.Input.safeParse(values);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { ...facts, outcome: 'skipped', notes: [...reasons, ...notes] };
  }
  if (!page.address) notes.push(noAddressNote);
  const outcome = { ...facts, title: parsed.data.title };
  const hasContent = values.blocks.length > 0;
  if (!hasContent) notes.push('it has no content');

  const own = slugOfPage(page);
  if (own.problem) notes.push(own.problem);
  if (isDryRun) {
    const taken = await problemOfSlug(ctx.em.fork(), own.slug);
    const path = taken ? undefined : toEarlierPath(page.address);
    const problem = path && (await findOldAddressProblem({ em: ctx.em.fork(), now: ctx.now }, path));
    const problems = [taken, problem].filter((text) => text !== undefined);
    return {
      ...outcome,
      ...outcomeOfNotes([...notes, ...problems], remarks),
      ...(path && !problem && { oldAddress: path }),
    };
  }

  const stored = await storeImported(
    ctx,
    pagesModule.kind,
    {
      key,
      incoming: page,
      lacking: draft.lacking,
      write: async (tx) => {
        const taken = await problemOfSlug(tx.em, own.slug);
        if (taken) notes.push(taken);
        const is_published = page.isPublished && hasContent && !taken;
        const slug = taken ? null : own.slug;
        const row = pagesModule.entity.write(
          { ...parsed.data, is_published, published_at: publishedAt, slug },
          createdAt,
        );
        row.updated_at = updatedAt;
        row.announced_at = is_published ? ctx.now : null;
        return row;
      },
      hasOldAddress: ({ slug }) => slug !== null || own.slug === null,
    },
    notes,
  );
  return { ...outcome, ...outcomeOfNotes(notes, remarks), ...stored };
}

/** The last two segments of its path there, or its title. Null if that is no valid slug. */
function slugOfPage({ parts, title }: IncomingPage): { slug: string | null; problem?: string } {
  const own = parts.length > 0 ? parts : [title];
  const slug = own
    .slice(-2)
    .map((part) => slugOfText(part))
    .filter(Boolean)
    .join('/');
  const problem = slug ? findPathProblem('Address', slug) : undefined;
  if (!slug || problem)
    return { slug: null, problem: `it has no address in words: ${problem ?? 'no letters'}` };
  return { slug };
}

async function problemOfSlug(em: Ctx['em'], slug: string | null): Promise<string | undefined> {
  if (slug === null) return undefined;
  const path = `/${slug}`;
  const isTaken = isPathTakenByRoute(path) || (await findAddress(em.getKysely<Tables>(), path)) !== undefined;
  return isTaken ? `its address ${path} is that of another page here: a draft without an address` : undefined;
}

/** Adds the pictures and files that an earlier import of the page lacked. Its words and the changes of staff stay. */
async function completePage(
  ctx: ImportCtx,
  imported: ImportedItem,
  page: IncomingPage,
  { survey, media, isDryRun }: PageImport,
): Promise<ImportReportFacts> {
  const row = await ctx.em.fork().findOne(pagesModule.entity, { id: imported.row_id });
  const already = outcomeOfImported(imported, row !== null);
  const lacking =
    row && media && (await findLackingFiles(ctx, imported, linkedFilesOf(page, survey.site), media));
  if (!lacking) return already;
  if (isDryRun) return completedOutcome(row.id, lacking.size);

  const draft = await toPageDraft(ctx, page, { media, site: survey.site });
  if ('problem' in draft) return already;
  const parsed = pagesModule.Input.safeParse(draft.values);
  if (!parsed.success) return already;
  const missing = new Set([...lacking].flatMap((address) => draft.ids.get(address) ?? []));
  const { share_picture: share = null, blocks } = parsed.data;
  return completeImportedRow(ctx, pagesModule.kind, {
    imported,
    lacking,
    stillLacking: new Set(draft.lacking),
    revised: (row) => ({
      blocks: addMissingToBlocks(row.blocks ?? [], blocks ?? [], missing),
      share_picture: row.share_picture ?? (share !== null && missing.has(share) ? share : null),
    }),
  });
}
