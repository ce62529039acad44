import { z } from 'zod';
import { moduleNames } from '../../shared/module-facts.ts';

/** The counts include drafts and inactive rows. */
export const DashboardStats = z.object({
  blogCount: z.int().describe('The number of blog posts'),
  portfolioCount: z.int().describe('The number of projects'),
  jobCount: z.int().describe('The number of jobs'),
  userCount: z.int().describe('The number of users'),
});
export type DashboardStats = z.output<typeof DashboardStats>;

/**
 * `drafts` contains up to five old drafts, the oldest first. `total` is the number of all old drafts, which
 * is exact up to 10,000 per module.
 */
export const OldDrafts = z.object({
  total: z.int(),
  drafts: z.array(
    z.object({ module: z.enum(moduleNames), id: z.int(), title: z.string(), created_at: z.string() }),
  ),
});
export type OldDrafts = z.output<typeof OldDrafts>;
