import { z } from 'zod';
import type { SignedInCtx } from '../../database/ctx.ts';
import { type ListDefinition, readList } from '../../database/list/list.ts';
import { hasGrant, type Grant } from '../../shared/grants.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { router, signedInProcedure } from '../../trpc/procedures.ts';

const maxHits = 10;

const EverythingQuery = z.object({
  query: z.string('Search must be text').trim().min(1, 'Search for something').max(200),
  limit: z.int().min(1).max(maxHits).default(5),
});
type EverythingQuery = z.output<typeof EverythingQuery>;

const Hit = z.object({
  id: z.int(),
  title: z.string(),
  /** Tells hits with the same title apart: the sender of a message. */
  detail: z.string().optional(),
});
type Hit = z.output<typeof Hit>;

/** The newest hits of each kind that the caller may manage. Kinds without hits are left out. */
const SearchResults = z.object({
  groups: z.array(z.object({ name: z.enum([...moduleNames, 'inbox', 'users']), hits: z.array(Hit) })),
});
type SearchResults = z.output<typeof SearchResults>;

interface SearchedModule {
  rules: { title: string };
}

interface Source {
  name: SearchResults['groups'][number]['name'];
  grant: Grant;
  find(ctx: SignedInCtx, query: EverythingQuery): Promise<Hit[]>;
}

function searchOf(modules: Record<ModuleName, SearchedModule>) {
  const sources: Source[] = [
    ...moduleNames.map((name) => ({
      name,
      grant: `${name}:manage` as const,
      find: finderOf(factsOf(name).table as ListDefinition['name'], modules[name].rules.title),
    })),
    {
      name: 'inbox',
      grant: 'inbox:manage',
      find: finderOf('messages', 'subject', 'name', { folder: 'inbox' }),
    },
    { name: 'users', grant: 'users:manage', find: finderOf('users', 'name', 'email') },
  ];
  return async (ctx: SignedInCtx, query: EverythingQuery): Promise<SearchResults> => {
    const permitted = sources.filter(({ grant }) => hasGrant(ctx.viewer.role, grant));
    const groups = await Promise.all(
      permitted.map(async ({ name, find }) => ({ name, hits: await find(ctx, query) })),
    );
    return { groups: groups.filter(({ hits }) => hits.length > 0) };
  };
}

function finderOf(name: ListDefinition['name'], title: string, detail?: string, filter = {}): Source['find'] {
  const columns = ['id', title, ...(detail ? [detail] : [])];
  const list: ListDefinition = { name, columns, pageSize: 5 };
  return async (ctx, { query, limit }) => {
    const page = { page: 1, per_page: limit, search: query };
    const { rows } = await readList<{ id: number } & Record<string, unknown>>(ctx.read, list, page, filter);
    return rows.map((row) => ({
      id: row.id,
      title: String(row[title]),
      ...(detail && { detail: String(row[detail]) }),
    }));
  };
}

export function searchRouterOf(modules: Record<ModuleName, SearchedModule>) {
  const search = searchOf(modules);
  return router({
    everything: signedInProcedure
      .input(EverythingQuery)
      .output(SearchResults)
      .query(({ ctx, input }) => search(ctx, input)),
  });
}
