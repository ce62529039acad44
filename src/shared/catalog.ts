// The fixed lists and numbers of the specification, section 9.

export const blogCategories = [
  'Technology',
  'Development',
  'Innovation',
  'Company News',
  'Industry Trends',
] as const;
export type BlogCategory = (typeof blogCategories)[number];

/** Rows on one page of each screen. */
export const pageSizes = {
  blog: 12,
  team: 8,
  jobs: 12,
  inbox: 10,
  portfolio: 8,
  activities: 15,
  users: 12,
} as const;

/** The largest picture a form takes, in bytes. */
export const maxImageBytes = 10 * 1024 * 1024;

export const imageHint = 'recommended 1200x800px, max 10MB';

export const activityTypes = ['create', 'update', 'delete'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const activityModules = ['blog', 'portfolio', 'job', 'team'] as const;
export type ActivityModule = (typeof activityModules)[number];
