// The fixed lists of docs/product.md, §9. Lists that staff can change are in the settings.

export const jobTypes = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const;
export type JobType = (typeof jobTypes)[number];

/** The settings with the labels of job types. */
export const jobTypeKeys = {
  'Full-time': 'full_time',
  'Part-time': 'part_time',
  Contract: 'contract',
  Internship: 'internship',
} as const satisfies Record<JobType, string>;
export type JobTypeKey = (typeof jobTypeKeys)[JobType];

export const locationTypes = ['On site', 'Hybrid', 'Remote'] as const;
export type LocationType = (typeof locationTypes)[number];

export const salaryPeriods = ['Hour', 'Day', 'Month', 'Year'] as const;
export type SalaryPeriod = (typeof salaryPeriods)[number];

/** Of lists that belong to no module. */
export const pageSizes = {
  inbox: 10,
  activities: 15,
  users: 12,
  security: 20,
  trash: 12,
} as const;

export const activityTypes = ['create', 'update', 'delete'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const messageKinds = ['contact', 'quotation', 'internship', 'application', 'form', 'mail'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Messages of these kinds have a stage. */
export const applicationKinds: readonly MessageKind[] = ['application', 'internship'];

/** What staff have done about a message. */
export const messageStates = ['open', 'answered', 'closed'] as const;
export type MessageState = (typeof messageStates)[number];

export const messageFolders = ['inbox', 'spam', 'trash'] as const;
export type MessageFolder = (typeof messageFolders)[number];

export const maxMessageNoteLetters = 5000;
export const maxMessageAnswerLetters = 10_000;

/** `returned`: the author reported that the mail came back. `discarded`: the author gave up sending it. */
export const mailStates = ['queued', 'sent', 'refused', 'unclear', 'returned', 'discarded'] as const;
export type MailState = (typeof mailStates)[number];

/** When a person gets mails about new messages. `morning` is one mail a day. */
export const noticeTimes = ['off', 'at_once', 'morning'] as const;
export type NoticeTime = (typeof noticeTimes)[number];

/** How staff can answer a visitor outside the panel. */
export const answerChannels = ['mail', 'phone', 'person'] as const;

/** How an answer went, or that a program wrote a note. */
export const eventChannels = [...answerChannels, 'program'] as const;
export type EventChannel = (typeof eventChannels)[number];

/** Of the lists in the settings from which columns take their values. */
export const listNames = ['blog_categories', 'portfolio_categories', 'team_sections', 'team_roles'] as const;
export type ListName = (typeof listNames)[number];

/** Of one call that changes several. */
export const maxBulkRows = 100;

export function findChoice<V extends string>(
  values: readonly V[],
  text: string | null | undefined,
): V | undefined {
  return values.find((value) => value === text);
}

/** Totals are exact up to here. Rows beyond it have no numbered page. */
export const maxCountedTotal = 10_000;

export function countPages({ total, per_page }: { total: number; per_page: number }): number {
  return Math.max(1, Math.ceil(total / per_page));
}

/** Of a text in a language. `trash` has the row that a new translation would replace. */
export const translationStates = ['missing', 'draft', 'outdated', 'published', 'trash'] as const;
export type TranslationState = (typeof translationStates)[number];
