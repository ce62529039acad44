import { z } from 'zod';

/** The number of rows by kind, including drafts and inactive rows. */
export const DashboardStats = z.object({
  blogCount: z.int(),
  portfolioCount: z.int(),
  jobCount: z.int(),
  userCount: z.int(),
});
export type DashboardStats = z.output<typeof DashboardStats>;

/** The confirmed changes of one day in UTC, by type. */
export const ActivityDay = z.object({
  /** The date: `2026-11-21`. */
  day: z.string(),
  create: z.int(),
  update: z.int(),
  delete: z.int(),
});
export type ActivityDay = z.output<typeof ActivityDay>;

export const ActivityDays = z.object({ days: z.array(ActivityDay) });
