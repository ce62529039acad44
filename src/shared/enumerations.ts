// The fixed lists of docs/product.md, §9. The lists that a company can change are in the settings.

export const jobTypes = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const;
export type JobType = (typeof jobTypes)[number];

/** The number of rows on a page, for lists that do not belong to a module. */
export const pageSizes = {
  inbox: 10,
  activities: 15,
  users: 12,
  security: 20,
  trash: 12,
} as const;

export const activityTypes = ['create', 'update', 'delete'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const messageKinds = ['contact', 'quotation', 'internship', 'application'] as const;
export type MessageKind = (typeof messageKinds)[number];
