import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { can } from '../../shared/grants.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { countAll, findDrafts } from './dashboard.repository.ts';
import type { DashboardStats, OldDrafts } from './dashboard.schema.ts';

const dayMs = 24 * 60 * 60 * 1000;
/**
 * The dashboard shows drafts that are older than this number of days, because staff may have forgotten them.
 */
const oldDays = 30;
const shownDrafts = 5;

export function getStats(ctx: Ctx): Promise<DashboardStats> {
  return countAll(ctx.read);
}

export type TitledModules = Record<ModuleName, { rules: { title: string } }>;

/** Returns the number of old drafts that the caller may edit, and the oldest of them. */
export async function listOldDrafts(ctx: SignedInCtx, modules: TitledModules): Promise<OldDrafts> {
  const before = new Date(ctx.now.getTime() - oldDays * dayMs);
  const found = await Promise.all(
    moduleNames.map(async (module) => {
      const { table, publicBy, schedule } = factsOf(module);
      // Only rows with `is_published` can be drafts. Rows that are hidden for another reason, such as closed jobs, may
      // remain hidden.
      if (publicBy !== 'is_published' || !can(ctx.viewer.role, `${module}:manage`)) return undefined;
      const { title } = modules[module].rules;
      const asked = { name: table, publicBy, title, until: schedule?.until };
      const { total, rows } = await findDrafts(ctx.read, asked, { before, limit: shownDrafts });
      return { total, rows: rows.map((row) => ({ ...row, module })) };
    }),
  );
  const kinds = found.flatMap((kind) => kind ?? []);
  return {
    total: kinds.reduce((sum, { total }) => sum + total, 0),
    drafts: kinds
      .flatMap(({ rows }) => rows)
      .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
      .slice(0, shownDrafts)
      .map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
  };
}
