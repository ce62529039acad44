import { z } from 'zod';
import { dayField, oneOf, wholeNumber } from '../../shared/fields.ts';
import { PageMeta } from '../../shared/pagination.ts';

/** What a page tells when somebody has seen it. */
export const ViewInput = z
  .object({
    path: z.string('Path is required').max(1000).describe('The path of the page'),
    is_visit: z.boolean('Is visit must be true or false').describe('The view came from elsewhere'),
    from: z.string().max(300).optional().describe('The host of the page before'),
    campaign: z.string().max(300).optional().describe('The campaign of the link'),
  })
  .meta({ title: 'ViewInput' });

const visitGroups = ['day', 'page', 'from', 'screen', 'campaign', 'sent'] as const;

const range = {
  from: dayField('From').optional().describe('The first day. Default: 29 days before `until`'),
  until: dayField('Until').optional().describe('The last day, included. Default: today'),
};

export const RangeInput = z.object(range);
export type RangeInput = z.output<typeof RangeInput>;

const groupQuery = {
  ...range,
  by: oneOf('By', visitGroups).default('day').describe('What the rows are'),
  search: z
    .string('Search must be text')
    .max(200, 'Search may have at most 200 characters')
    .optional()
    .describe('Only rows whose name or title has this text'),
};

export const VisitsFileQuery = z.object(groupQuery);
export type VisitsFileQuery = z.output<typeof VisitsFileQuery>;
export const VisitsQuery = VisitsFileQuery.extend({
  page: wholeNumber('Page', 1, 1_000_000).optional(),
});
export type VisitsQuery = z.output<typeof VisitsQuery>;

const figure = (of: string) => z.int().nullable().describe(`${of}. Null if your role does not see it`);

export const VisitSum = z
  .object({
    name: z.string().describe('A day, page, host, screen or campaign. `*`: all others'),
    title: z.string().describe('What people call it'),
    path: z.string().nullable().describe('The path of the page, if there is one'),
    views: figure('How often a page was shown'),
    visits: figure('Views that came from elsewhere'),
    sent: figure('Messages and applications that came by it'),
  })
  .meta({ title: 'VisitSum' });
export type VisitSum = z.output<typeof VisitSum>;

export const VisitSums = z.object({
  sums: z.array(VisitSum).describe('By day in its order, else the most first'),
  meta: PageMeta,
});
export type VisitSums = z.output<typeof VisitSums>;

const Figures = {
  views: z.int().nullable(),
  visits: z.int().nullable(),
  messages: z.int().nullable(),
  applications: z.int().nullable(),
};
const Figure = z.object(Figures);
export type Figure = z.output<typeof Figure>;

/** `points` are the days or months that have figures, called `2026-11-28` or `2026-11`. */
const Stretch = z.object({
  from: z.string(),
  until: z.string(),
  total: Figure,
  points: z.array(z.object({ at: z.string(), ...Figures })),
});
export type Stretch = z.output<typeof Stretch>;

/** Null where the role does not see a figure. */
export const VisitsOverview = z.object({
  /** In the time zone of the site. */
  today: z.string(),
  is_counting: z.boolean(),
  first_day: z.string().nullable(),
  step: z.enum(['day', 'month']),
  present: Stretch,
  /** As many days before. */
  before: Stretch,
  /** Views by programs, which no other figure contains. */
  programs: z.int().nullable(),
  posts: z.array(z.object({ at: z.string(), title: z.string() })),
});
export type VisitsOverview = z.output<typeof VisitsOverview>;
