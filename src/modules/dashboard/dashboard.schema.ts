import { z } from 'zod';
import { moduleNames } from '../../shared/module-facts.ts';

/** The number of rows by kind, including drafts and inactive rows. */
export const DashboardStats = z.object({
  blogCount: z.int(),
  portfolioCount: z.int(),
  jobCount: z.int(),
  userCount: z.int(),
});
export type DashboardStats = z.output<typeof DashboardStats>;

/** Unpublished rows that have waited long: the oldest ones, and how many there are, up to 10,000. */
export const OldDrafts = z.object({
  total: z.int(),
  drafts: z.array(
    z.object({ module: z.enum(moduleNames), id: z.int(), title: z.string(), created_at: z.string() }),
  ),
});
export type OldDrafts = z.output<typeof OldDrafts>;
