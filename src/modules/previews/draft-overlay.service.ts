import type { Ctx } from '../../database/ctx.ts';
import type { Columns } from '../../shared/column-types.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import type { CallProcedure } from '../../shared/page-renderer.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { directionOf } from '../../shared/text-direction.ts';
import { blog } from '../blog/blog.module.ts';
import { findNeighbours } from '../blog/neighbours.service.ts';
import { jobs } from '../jobs/jobs.module.ts';
import { showTexts } from '../../content/module/shown-texts.ts';
import { pages } from '../pages/pages.module.ts';
import { type PlacedPage, presentPage, mergePlacedPages } from '../pages/public-pages.service.ts';
import { portfolio } from '../portfolio/portfolio.module.ts';
import { findNextProject, presentProject } from '../portfolio/public-projects.service.ts';

type Row = { id: number } & Record<string, unknown>;
type ReadingCtx = Parameters<typeof showTexts>[0] & Ctx;

/**
 * A module whose rows have pages of their own. The types are general, because `PreviewedModule` covers all such
 * modules.
 */
interface PreviewedModule {
  columns: Columns;
  folder: string;
  get(ctx: Ctx, id: number): Promise<Row>;
  /** Adds the picture and the state to the values of a row. */
  show(ctx: Ctx, row: Row): Promise<Row>;
  /** Returns a row as its page shows it. Absent when the page shows only the values. */
  present?(ctx: ReadingCtx, row: Row): Promise<object>;
  /**
   * The functions that answer the procedures that the page calls, by the path of the procedure. They treat the row as
   * public. `found` returns the usual answer.
   */
  answers: Readonly<Record<string, Answer>>;
}

type Answer = (row: Row, ctx: ReadingCtx, found: () => Promise<unknown>) => unknown;

type Given = { rules: { columns: Columns } } & Record<'get' | 'show', unknown>;

const moduleOf = ({ rules, get, show }: Given) =>
  ({ columns: rules.columns, get, show }) as Pick<PreviewedModule, 'columns' | 'get' | 'show'>;

export const previewedModules = {
  blog: {
    ...moduleOf(blog),
    folder: '/blog',
    present: showPost,
    answers: {
      'blog.publishedOne': (post) => ({ post }),
      'blog.neighbours': ({ id }, ctx) => findNeighbours(ctx, id, { includesDrafts: true }),
    },
  },
  portfolio: {
    ...moduleOf(portfolio),
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
    ...moduleOf(jobs),
    folder: '/career',
    answers: { 'jobs.openOne': (job) => ({ job }) },
  },
  pages: {
    ...moduleOf(pages),
    folder: '/pages',
    present: (ctx, page) => presentPage(ctx, page as never),
    answers: {
      'pages.publishedOne': (page) => ({ page }),
      'pages.placed': async (page, _ctx, found) => {
        const { pages: placed } = (await found()) as { pages: PlacedPage[] };
        return { pages: mergePlacedPages(placed, page as unknown as PlacedPage) };
      },
    },
  },
} satisfies Partial<Record<ModuleName, PreviewedModule>>;

export type PreviewableModule = keyof typeof previewedModules;
export const previewedNames = Object.keys(previewedModules) as PreviewableModule[];

export function previewedModule(name: PreviewableModule): PreviewedModule {
  return previewedModules[name];
}

/** Returns the path of the page that shows the draft of a row. */
export function draftPath(name: PreviewableModule, { id, place }: Row): string {
  const { folder } = previewedModule(name);
  return factsOf(name).fixedPages?.[String(place)] ?? `${folder}/${id}`;
}

export function isShownToVisitors(name: PreviewableModule, row: Row, now: Date): boolean {
  return isPublicAt(factsOf(name), row, now);
}

/** Returns a function that wraps a function `call`. The answers of the wrapped function treat this row as public. */
export async function withDraft(
  ctx: ReadingCtx,
  name: PreviewableModule,
  row: Row,
): Promise<(call: CallProcedure) => CallProcedure> {
  const { present, answers } = previewedModule(name);
  const shown = { ...row, ...(await present?.(ctx, row)) };
  return (call) => async (called, input) => {
    const found = () => call(called, input);
    return answers[called]?.(shown, ctx, found) ?? found();
  };
}

async function showPost(ctx: ReadingCtx, post: Row): Promise<object> {
  const isFirstHigh = !post.featured_image;
  const { lang, title } = post as unknown as { lang: string | null; title: string };
  const isRightToLeft = directionOf({ lang, title }) === 'rtl';
  const [content] = await showTexts(ctx, [String(post.content)], { isFirstHigh, isRightToLeft });
  return { content };
}
