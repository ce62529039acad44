import { z } from 'zod';
import { inputFieldsOf, pictureColumnOf } from '../../content/module/fields-of.ts';
import { renderTexts } from '../../content/module/shown-rows.ts';
import type { Ctx } from '../../database/ctx.ts';
import { Id, pictureAddressField, Timestamp, wholeNumber } from '../../shared/fields.ts';
import { formattedValuesOf, isBlank, rowValuesOf } from '../../shared/blocks/row-values.ts';
import { type Column, type Columns, isOptionalDay } from '../../shared/column-types.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import type { CallProcedure } from '../../shared/page-renderer.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { type Language, languages } from '../../shared/settings/fields/region.ts';
import { type Choices, storedValuesOf } from '../../shared/settings/choices.ts';
import { textDirectionOf } from '../../shared/text-direction.ts';
import type { SignedInContext } from '../../trpc/context.ts';
import { blogModule, findPostNeighbours } from '../blog/blog.module.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { pagesModule } from '../pages/pages.module.ts';
import { mergePlacedPages, type PlacedPage, presentBlocks } from '../pages/public-pages.ts';
import { portfolioModule } from '../portfolio/portfolio.module.ts';
import { findNextProject, presentProject } from '../portfolio/public-projects.ts';

type Row = { id: number } & Record<string, unknown>;
type ReadingCtx = Parameters<typeof renderTexts>[0] & Ctx;

/** A module whose rows have pages. The types are general, to cover all of them. */
interface PreviewedModule {
  columns: Columns;
  folder: string;
  get(ctx: Ctx, id: number): Promise<Row>;
  /** Adds the picture and the state. */
  show(ctx: Ctx, row: Row): Promise<Row>;
  /** The row as its page shows it. Absent when the page shows only the values. */
  present?(ctx: ReadingCtx, row: Row): Promise<object>;
  /** By procedure that the page calls: its answer as if the row were public. */
  answers: Readonly<Record<string, Answer>>;
}

type Answer = (row: Row, ctx: ReadingCtx, readAnswer: () => Promise<unknown>) => unknown;

type ModuleParts = { rules: { columns: Columns } } & Record<'get' | 'show', unknown>;

const moduleOf = ({ rules, get, show }: ModuleParts) =>
  ({ columns: rules.columns, get, show }) as Pick<PreviewedModule, 'columns' | 'get' | 'show'>;

export const previewableModules = {
  blog: {
    ...moduleOf(blogModule),
    folder: '/blog',
    present: showPost,
    answers: {
      'blog.publishedOne': (post) => ({ post }),
      'blog.neighbours': ({ id }, ctx) => findPostNeighbours(ctx, id, { includesDrafts: true }),
    },
  },
  portfolio: {
    ...moduleOf(portfolioModule),
    folder: '/portfolio',
    present: async (ctx, project) => presentProject(ctx, project as never),
    answers: {
      'portfolio.publishedOne': async (project, ctx) => ({
        portfolio: project,
        next: await findNextProject(ctx, project),
      }),
    },
  },
  jobs: {
    ...moduleOf(jobsModule),
    folder: '/career',
    answers: { 'jobs.openOne': (job) => ({ job }) },
  },
  pages: {
    ...moduleOf(pagesModule),
    folder: '/pages',
    present: (ctx, page) => presentBlocks(ctx, page as never),
    answers: {
      'pages.publishedOne': (page) => ({ page }),
      'pages.placed': async (page, _ctx, readAnswer) => {
        const { pages: placed } = (await readAnswer()) as { pages: PlacedPage[] };
        return { pages: mergePlacedPages(placed, page as unknown as PlacedPage) };
      },
    },
  },
} satisfies Partial<Record<ModuleName, PreviewedModule>>;

export type PreviewableModule = keyof typeof previewableModules;
export const previewableModuleNames = Object.keys(previewableModules) as PreviewableModule[];

export function previewableModuleOf(name: PreviewableModule): PreviewedModule {
  return previewableModules[name];
}

/** Where the draft of a row shows. */
export function draftPath(name: PreviewableModule, { id, place }: Row): string {
  const { folder } = previewableModuleOf(name);
  return factsOf(name).fixedPages?.[String(place)] ?? `${folder}/${id}`;
}

/** Undefined for a language that the site cannot have. */
export function draftLanguage({ lang }: Row): Language | undefined {
  return (Object.keys(languages) as Language[]).find((known) => known === lang);
}

export function isShownToVisitors(name: PreviewableModule, row: Row, now: Date): boolean {
  return isPublicAt(factsOf(name), row, now);
}

/** Wraps calls, so that their answers treat the row as public. */
export async function withDraftAnswers(
  ctx: ReadingCtx,
  name: PreviewableModule,
  row: Row,
): Promise<(call: CallProcedure) => CallProcedure> {
  const { present, answers } = previewableModuleOf(name);
  const shown = { ...row, ...(await present?.(ctx, row)) };
  return (call) => async (called, input) => {
    const readAnswer = () => call(called, input);
    return answers[called]?.(shown, ctx, readAnswer) ?? readAnswer();
  };
}

async function showPost(ctx: ReadingCtx, post: Row): Promise<object> {
  const isFirstHigh = !post.featured_image;
  const { lang, title } = post as unknown as { lang: string | null; title: string };
  const isRightToLeft = textDirectionOf({ lang, title }) === 'rtl';
  const [content] = await renderTexts(ctx, [String(post.content)], { isFirstHigh, isRightToLeft });
  return { content };
}

export const PreviewRequest = z.object({
  id: Id,
  days: wholeNumber('Days', 1, 30).default(7).meta({ description: 'How long the link is valid.' }),
});
export type PreviewRequest = z.output<typeof PreviewRequest>;

export const PreviewLink = z.object({
  link: z.url().describe('The address of the page with the draft'),
  expires_at: Timestamp.describe('The time of expiry'),
});
export type PreviewLink = z.output<typeof PreviewLink>;

/** Complete or not. `id` is absent for a new row. */
export const DraftRequest = z.object({
  id: Id.optional(),
  values: z.record(z.string(), z.unknown()),
  has_file: z.boolean().optional().meta({ description: 'A picture was chosen that is not uploaded yet.' }),
});
export type DraftRequest = z.output<typeof DraftRequest>;

export const DraftPage = z.object({ status: z.int(), document: z.string() });

/** The id of a new row in a draft. */
const newId = 999_999_999;
/** Of a chosen picture that is not uploaded yet. The panel puts the file in its place. */
const unsavedPictureAddress = 'unsaved-picture';

/** Required fields may be empty. @throws {RuleBroken} for an invalid value · {NotFound} without a row `id` */
export async function renderUnsavedDraft(
  ctx: SignedInContext,
  name: PreviewableModule,
  { id, values, has_file }: DraftRequest,
): Promise<z.output<typeof DraftPage>> {
  const module = previewableModuleOf(name);
  const moment = ctx.now.toISOString();
  const blank = { id: newId, version: 1, created_at: moment, updated_at: moment };
  const stored = id === undefined ? blank : await module.get(ctx, id);
  const row = { ...stored, ...(await readValues(ctx, module.columns, { values, isKept: id !== undefined })) };
  const picture = pictureColumnOf(module.columns);
  if (picture) Object.assign(row, readPicture(picture, stored, values, has_file));
  const shown = await module.show(ctx, row);
  const path = draftPath(name, row);
  const { siteSettings } = ctx;
  const site = await siteSettings.current(draftLanguage(row));
  const inLanguage = { ...ctx, siteSettings: { ...siteSettings, current: async () => site } };
  return ctx.renderDraft(path, site, await withDraftAnswers(inLanguage, name, shown));
}

async function readValues(
  { cleaner, siteSettings }: SignedInContext,
  columns: Readonly<Record<string, Column>>,
  { values, isKept }: { values: DraftRequest['values']; isKept: boolean },
): Promise<Record<string, unknown>> {
  const fields: Record<string, z.ZodType> = inputFieldsOf(columns);
  const { choices } = await siteSettings.current();
  const read: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(columns)) {
    const { input, blank } = withoutBlanks(column, values[key]);
    // A form omits values that it does not show, so the draft takes them from the stored row.
    const isStored = isKept && input === undefined;
    if (column.kind === 'picture' || isStored) continue;
    const parsed = isBlank(input) ? { data: blankOf(column, choices) } : z.safeParse(fields[key]!, input);
    if ('error' in parsed && parsed.error) {
      const { path, message } = parsed.error.issues[0]!;
      throw RuleBroken.of(column.kind === 'blocks' ? [key, ...path].join('.') : key, message);
    }
    const value = parsed.data instanceof Date ? parsed.data.toISOString() : parsed.data;
    if (value !== undefined) read[key] = value;
    for (const { path, replace } of rowValuesOf({ blocks: column }, { blocks: value }))
      if (blank.has(path)) replace('');
  }
  for (const { path, value, replace } of formattedValuesOf(columns, read))
    replace((await cleaner.clean(String(value), {}, path)).html);
  return read;
}

const required = new Set<Column['kind']>(['line', 'text', 'html']);

/** Fills empty required texts, or the check would refuse all blocks. `blank` has their paths. */
function withoutBlanks(column: Column, input: unknown): { input: unknown; blank: ReadonlySet<string> } {
  const blank = new Set<string>();
  if (column.kind !== 'blocks' || !Array.isArray(input)) return { input, blank };
  const blocks = structuredClone(input);
  for (const { column: field, path, value, replace } of rowValuesOf({ blocks: column }, { blocks })) {
    if (!required.has(field.kind) || 'isOptional' in field || !isBlank(value)) continue;
    replace('–');
    blank.add(path);
  }
  return { input: blocks, blank };
}

/** A page needs a value of each list, so an empty one gets the first. */
function blankOf(column: Column, choices: Choices): unknown {
  const { kind } = column;
  if (kind === 'listed') return storedValuesOf(choices, column.list)[0];
  if (kind === 'choice') return column.values[0];
  if (kind === 'tick') return false;
  if (['tags', 'lines', 'figures', 'gallery', 'blocks'].includes(kind)) return [];
  const isNull = isOptionalDay(column) || ['optionalText', 'moment', 'reference', 'media'].includes(kind);
  return isNull ? null : '';
}

const Address = pictureAddressField('Image').nullish().catch(null);

function readPicture(
  key: string,
  stored: object,
  { existing_image, remove_image, [key]: address }: DraftRequest['values'],
  hasFile = false,
): Record<string, unknown> {
  if (hasFile) return { [key]: unsavedPictureAddress };
  const chosen = Address.parse(existing_image) ?? Address.parse(address);
  const current = (stored as Record<string, unknown>)[key] ?? null;
  return { [key]: chosen ?? (remove_image ? null : current) };
}
