import type { Ctx } from '../database/ctx.ts';
import { findAddress } from '../content/addresses/stored-addresses.service.ts';
import { isTakenByRoute } from '../content/addresses/taken-paths.ts';
import { oldPathOf, problemOfOld } from '../content/addresses/old-addresses.service.ts';
import { pages } from '../modules/pages/pages.module.ts';
import { problemOfPath, slugOf } from '../shared/slugs.ts';
import type { ImportCtx, MediaImporter } from './media-importer.ts';
import type { IncomingPage, ExportSurvey } from './incoming.ts';
import { findImported, type ImportKey, storeImported, outcomeOfNotes } from './foreign-import-rows.ts';
import { toPageDraft } from './page-draft.ts';
import type { ImportOutcome } from './import-report.ts';

interface PageImport {
  survey: ExportSurvey;
  media: MediaImporter | undefined;
  isDryRun: boolean;
}

/**
 * Imports a page of another site. Skips a page that was imported before, and a page that breaks the rules for
 * pages here. A dry run stores nothing.
 */
export async function importPage(
  ctx: ImportCtx,
  page: IncomingPage,
  { survey, media, isDryRun }: PageImport,
): Promise<ImportOutcome> {
  const facts = { kind: 'page', externalId: page.externalId, title: page.title };
  const key: ImportKey = { source: survey.source, kind: 'page', external_id: page.externalId };
  const known = await findImported(ctx, pages.entity, { key, incoming: page, survey });
  if (known) return { ...facts, ...known };

  const draft = await toPageDraft(ctx, page, { media, site: survey.site });
  if ('problem' in draft) return { ...facts, outcome: 'skipped', notes: [draft.problem, ...page.notes] };
  const { notes, words, createdAt, updatedAt, publishedAt } = draft;
  const parsed = pages.Input.safeParse(words);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { ...facts, outcome: 'skipped', notes: [...reasons, ...notes] };
  }
  const outcome = { ...facts, title: parsed.data.title };
  const hasWords = words.blocks.length > 0;
  if (!hasWords) notes.push('it has no content');

  const asked = slugOfPage(page);
  if (asked.problem) notes.push(asked.problem);
  if (isDryRun) {
    const taken = await problemOfSlug(ctx.em.fork(), asked.slug);
    const path = taken ? undefined : oldPathOf(page.address);
    const problem = path && (await problemOfOld({ em: ctx.em.fork(), now: ctx.now }, path));
    const problems = [taken, problem].filter((text) => text !== undefined);
    return {
      ...outcome,
      ...outcomeOfNotes([...notes, ...problems]),
      ...(path && !problem && { oldAddress: path }),
    };
  }

  const stored = await storeImported(
    ctx,
    pages.kind,
    {
      key,
      incoming: page,
      write: async (tx) => {
        const taken = await problemOfSlug(tx.em, asked.slug);
        if (taken) notes.push(taken);
        const is_published = page.isPublished && hasWords && !taken;
        const published_at = is_published || !page.isPublished ? publishedAt : null;
        const slug = taken ? null : asked.slug;
        const row = pages.entity.write({ ...parsed.data, is_published, published_at, slug }, createdAt);
        row.updated_at = updatedAt;
        row.announced_at = is_published ? ctx.now : null;
        return row;
      },
      hasOldAddress: ({ slug }) => slug !== null || asked.slug === null,
    },
    notes,
  );
  return { ...outcome, ...outcomeOfNotes(notes), ...stored };
}

/**
 * Returns the last two segments of the page's path on the other site as its slug here. Uses the title if the
 * page has no path. Returns null and the reason if the result is not a valid slug.
 */
function slugOfPage({ parts, title }: IncomingPage): { slug: string | null; problem?: string } {
  const own = parts.length > 0 ? parts : [title];
  const slug = own
    .slice(-2)
    .map((part) => slugOf(part))
    .filter(Boolean)
    .join('/');
  const problem = slug ? problemOfPath('Address', slug) : undefined;
  if (!slug || problem)
    return { slug: null, problem: `it has no address in words: ${problem ?? 'no letters'}` };
  return { slug };
}

async function problemOfSlug(em: Ctx['em'], slug: string | null): Promise<string | undefined> {
  if (slug === null) return undefined;
  const path = `/${slug}`;
  const isTaken = isTakenByRoute(path) || (await findAddress(em.getKysely() as never, path)) !== undefined;
  return isTaken ? `its address ${path} is that of another page here: a draft without an address` : undefined;
}
