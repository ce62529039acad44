import type { OperationContext } from '../../database/operation.ts';
import type { Columns } from '../../shared/columns.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import type { CallProcedure } from '../../shared/page-renderer.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { blog } from '../blog/blog.module.ts';
import { jobs } from '../jobs/jobs.module.ts';
import { showTexts } from '../kit/shown-writing.ts';
import { portfolio } from '../portfolio/portfolio.module.ts';

type Row = { id: number } & Record<string, unknown>;
type ReadingWork = Parameters<typeof showTexts>[0] & OperationContext;

/** A module whose rows have pages of their own. Its service here has general types, as `PreviewedModule` is one for all. */
interface PreviewedModule {
  columns: Columns;
  folder: string;
  get(work: OperationContext, id: number): Promise<Row>;
  /** Adds the picture and the state to the values of a row. */
  show(work: OperationContext, row: Row): Promise<Row>;
  /** Returns what the page's call returns when visitors may see the row. `others` is what they get now. */
  answer: { path: string; of(row: Row, others: () => Promise<unknown>): unknown };
}

type Given = { rules: { columns: Columns } } & Record<'get' | 'show', unknown>;

const moduleOf = ({ rules, get, show }: Given) =>
  ({ columns: rules.columns, get, show }) as Pick<PreviewedModule, 'columns' | 'get' | 'show'>;

export const previewedModules = {
  blog: {
    ...moduleOf(blog),
    folder: '/blog',
    answer: { path: 'blog.publishedOne', of: (post) => ({ post }) },
  },
  portfolio: {
    ...moduleOf(portfolio),
    folder: '/portfolio',
    answer: {
      path: 'portfolio.published',
      of: async (project, others) => {
        const { portfolios } = (await others()) as { portfolios: Row[] };
        return { portfolios: [project, ...portfolios.filter(({ id }) => id !== project.id)] };
      },
    },
  },
  jobs: {
    ...moduleOf(jobs),
    folder: '/career',
    answer: { path: 'jobs.openOne', of: (job) => ({ job }) },
  },
} satisfies Partial<Record<ModuleName, PreviewedModule>>;

export type PreviewedName = keyof typeof previewedModules;
export const previewedNames = Object.keys(previewedModules) as PreviewedName[];

export function previewedModule(name: PreviewedName): PreviewedModule {
  return previewedModules[name];
}

export function isShownToVisitors(name: PreviewedName, row: Row, now: Date): boolean {
  return isPublicAt(factsOf(name), row, now);
}

/** Returns calls as `call` makes them, except that they also find this row. */
export async function withDraft(
  work: ReadingWork,
  name: PreviewedName,
  row: Row,
): Promise<(call: CallProcedure) => CallProcedure> {
  const { path, of } = previewedModule(name).answer;
  const [content] = name === 'blog' ? await showPost(work, row) : [];
  const shown = content === undefined ? row : { ...row, content };
  return (call) => async (called, input) => {
    const others = () => call(called, input);
    return called === path ? of(shown, others) : others();
  };
}

function showPost(work: ReadingWork, { content, featured_image }: Row): Promise<string[]> {
  return showTexts(work, [String(content)], { isFirstHigh: !featured_image });
}
