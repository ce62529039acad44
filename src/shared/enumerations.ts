// The fixed lists of docs/product.md, §9. Lists that a company can change are part of the settings.

export const jobTypes = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const;
export type JobType = (typeof jobTypes)[number];

/** The setting that holds the label of each type. */
export const jobTypeKeys = {
  'Full-time': 'full_time',
  'Part-time': 'part_time',
  Contract: 'contract',
  Internship: 'internship',
} as const satisfies Record<JobType, string>;
export type JobTypeKey = (typeof jobTypeKeys)[JobType];

/** The places of work of a job. */
export const locationTypes = ['On site', 'Hybrid', 'Remote'] as const;
export type LocationType = (typeof locationTypes)[number];

/** The periods for which a salary is paid. */
export const salaryPeriods = ['Hour', 'Day', 'Month', 'Year'] as const;
export type SalaryPeriod = (typeof salaryPeriods)[number];

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

export const messageKinds = ['contact', 'quotation', 'internship', 'application', 'form'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The states of a message, by the work on it. */
export const messageStates = ['open', 'answered', 'closed'] as const;
export type MessageState = (typeof messageStates)[number];

/** The folders of messages. */
export const messageFolders = ['inbox', 'spam', 'trash'] as const;
export type MessageFolder = (typeof messageFolders)[number];

export const maxNoteLetters = 5000;
export const maxAnswerLetters = 10_000;

/**
 * The states of an answer's mail. `returned`: the writer has reported that the mail came back. `discarded`: the writer
 * has given the answer up.
 */
export const mailStates = ['queued', 'sent', 'refused', 'unclear', 'returned', 'discarded'] as const;
export type MailState = (typeof mailStates)[number];

/** When mails about new messages are sent. `morning` is one mail a day. */
export const noticeTimes = ['off', 'at_once', 'morning'] as const;
export type NoticeTime = (typeof noticeTimes)[number];

/** The ways in which a visitor was answered outside the panel. */
export const messageChannels = ['mail', 'phone', 'person'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** The lists of the settings from which columns take their values. */
export const listNames = ['blog_categories', 'portfolio_categories', 'team_sections', 'team_roles'] as const;
export type ListName = (typeof listNames)[number];

export function asChoice<V extends string>(
  values: readonly V[],
  text: string | null | undefined,
): V | undefined {
  return values.find((value) => value === text);
}
