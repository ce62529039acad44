import { sql } from 'kysely';
import { z } from 'zod';
import type { Ctx, Reader, SignedInCtx } from '../../database/ctx.ts';
import type { AnySelectQuery } from '../../database/list/filters.ts';
import { cappedCount, countRows } from '../../database/list/page.ts';
import { hasGrant } from '../../shared/grants.ts';
import { factsOf, moduleNames } from '../../shared/module-facts.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { router, signedInProcedure } from '../../trpc/procedures.ts';
import { DashboardDay, type DayModules, readDay } from './day.ts';

/** Drafts and inactive rows count too. */
const DashboardStats = z.object({
  blogCount: z.int().describe('The number of blog posts'),
  portfolioCount: z.int().describe('The number of projects'),
  jobCount: z.int().describe('The number of jobs'),
  userCount: z.int().describe('The number of users'),
});
type DashboardStats = z.output<typeof DashboardStats>;

/** Up to five, the oldest first. `total` is exact up to 10,000 per module. */
const OldDrafts = z.object({
  total: z.int(),
  drafts: z.array(
    z.object({ module: z.enum(moduleNames), id: z.int(), title: z.string(), created_at: z.string() }),
  ),
});
type OldDrafts = z.output<typeof OldDrafts>;

export async function getDashboardStats({ read }: Ctx): Promise<DashboardStats> {
  const [blogCount, portfolioCount, jobCount, userCount] = await Promise.all([
    countRows(read, 'posts'),
    countRows(read, 'projects'),
    countRows(read, 'jobs'),
    countRows(read, 'users'),
  ]);
  return { blogCount, portfolioCount, jobCount, userCount };
}

interface DraftTable {
  name: string;
  publicBy: string;
  title: string;
  endColumn?: string | undefined;
}

/** Drafts from before `before`, oldest first. `total` is exact up to 10,000. */
export async function findDrafts(
  read: Reader,
  { name, publicBy, title, endColumn }: DraftTable,
  { before, limit }: { before: Date; limit: number },
): Promise<{ total: number; rows: { id: number; title: string; created_at: Date }[] }> {
  // Kysely cannot type a table whose name is known only at run time.
  const drafts = (read.withTables<Record<string, object>>().selectFrom(name) as AnySelectQuery<object>)
    .where(publicBy, '=', false)
    .where('created_at', '<', before)
    // A row with an end of publication was public before, so it is not a forgotten draft.
    .$if(endColumn !== undefined, (rows) => rows.where(sql.ref(endColumn!), 'is', null));
  const [{ total }, rows] = await Promise.all([
    cappedCount(read, drafts),
    drafts
      .select(['id', title, 'created_at'])
      .orderBy('created_at', 'asc')
      .orderBy('id', 'asc')
      .limit(limit)
      .execute() as Promise<{ id: number; created_at: Date | number }[]>,
  ]);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      title: String((row as Record<string, unknown>)[title]),
      created_at: new Date(row.created_at),
    })),
  };
}

const dayMs = 24 * 60 * 60 * 1000;
/** Staff may have forgotten older drafts. */
const oldDays = 30;
const shownDrafts = 5;

async function listOldDrafts(ctx: SignedInCtx, modules: DayModules): Promise<OldDrafts> {
  const before = new Date(ctx.now.getTime() - oldDays * dayMs);
  const byModule = await Promise.all(
    moduleNames.map(async (module) => {
      const { table, publicBy, schedule } = factsOf(module);
      // Only rows with `is_published` are drafts. Others, such as closed jobs, may stay hidden.
      if (publicBy !== 'is_published' || !hasGrant(ctx.viewer.role, `${module}:manage`)) return undefined;
      const { title } = modules[module].rules;
      const draftTable = { name: table, publicBy, title, endColumn: schedule?.endColumn };
      const { total, rows } = await findDrafts(ctx.read, draftTable, { before, limit: shownDrafts });
      return { total, rows: rows.map((row) => ({ ...row, module })) };
    }),
  );
  const kinds = byModule.flatMap((kind) => kind ?? []);
  return {
    total: kinds.reduce((sum, { total }) => sum + total, 0),
    drafts: kinds
      .flatMap(({ rows }) => rows)
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
      .slice(0, shownDrafts)
      .map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
  };
}

export function dashboardRouterOf(modules: DayModules) {
  return router({
    stats: signedInProcedure
      .meta(
        rest('GET', '/admin/dashboard/stats', 'Count posts, projects, jobs and users', {
          scopes: ['dashboard:read'],
        }),
      )
      .output(DashboardStats)
      .query(({ ctx }) => getDashboardStats(ctx)),

    oldDrafts: signedInProcedure
      .meta({ scopes: ['dashboard:read'] })
      .output(OldDrafts)
      .query(({ ctx }) => listOldDrafts(ctx, modules)),

    day: signedInProcedure
      .meta({ scopes: ['dashboard:read'] })
      .output(DashboardDay)
      .query(({ ctx }) => readDay(ctx, modules)),
  });
}
