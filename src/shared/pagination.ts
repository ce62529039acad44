import { z } from 'zod';
import { maxId, Timestamp, wholeNumber } from './fields.ts';
import { nearestName } from './nearest-name.ts';

export const maxPerPage = 100;
export const maxUnpagedRows = 1000;

/** `before` is the id of a row. The list begins after that row. */
export const PageQuery = z.object({
  page: wholeNumber('Page', 1, 1_000_000).optional(),
  per_page: wholeNumber('Rows per page', 1, maxPerPage).optional(),
  before: wholeNumber('Before', 1, maxId).optional(),
  search: z.string('Search must be text').max(200, 'Search may have at most 200 characters').optional(),
});
export type PageQuery = z.output<typeof PageQuery>;

export type Sort<C extends string = string> = `${C}:${'asc' | 'desc'}`;
export type SortedQuery = PageQuery & { sort?: Sort | undefined; cursor?: string | undefined };

/** `title` and `-title` are short for `title:asc` and `title:desc`. */
export function sortBy<const C extends readonly [string, ...string[]]>(columns: C) {
  type Known = Sort<C[number]>;
  type Spelled = Known | C[number] | `-${C[number]}`;
  const values = columns.flatMap((column) => [`${column}:asc`, `${column}:desc`, column, `-${column}`]);
  return z
    .enum(
      values as [Spelled, ...Spelled[]],
      `Sort must be one of these, with - in front for the other direction: ${columns.join(', ')}`,
    )
    .transform((text) => toSort(text) as Known)
    .optional();
}

function toSort(text: string): string {
  if (text.includes(':')) return text;
  return text.startsWith('-') ? `${text.slice(1)}:desc` : `${text}:asc`;
}

/** `members` are the names of the members that a row has in responses. */
export function rowsQuery<const C extends readonly [string, ...string[]]>(
  sorts: C,
  members: readonly string[],
) {
  return {
    sort: sortBy(sorts),
    cursor: z.string('Cursor must be text').max(4000, 'This is no cursor').optional(),
    fields: fieldList(members),
  };
}

const example = '2026-11-24T09:00:00Z';

export function momentQuery(label: string) {
  return z.iso
    .datetime({ offset: true, error: `${label} must be a date with time and offset, such as ${example}` })
    .transform((text) => new Date(text))
    .optional();
}

/** Only rows that were saved at this moment or later. */
export const updatedSince = momentQuery('Updated since');
/** Only rows that were deleted at this moment or later. */
export const deletedSince = momentQuery('Deleted since');

/** The names of members, separated by commas. The REST API returns only these members of each row. */
function fieldList(members: readonly string[]) {
  return z
    .string('Fields must be names, separated by commas')
    .max(2000, 'Fields may have at most 2,000 characters')
    .superRefine((text, { addIssue }) => {
      for (const name of namesIn(text)) {
        if (members.includes(name)) continue;
        const message = `A row has no member ${name.slice(0, 100)}. The nearest one is ${nearestName(name, members)}.`;
        addIssue({ code: 'custom', message });
        return;
      }
    })
    .optional();
}

export function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/**
 * How far reads overlap. A transaction that began before a read may still store rows, so the next read must begin this
 * much earlier.
 */
const overlapMs = 60_000;

/** Adds the time from which a program must read the next changes. */
export function withAsOf(meta: PageMeta, now: Date, since: Date | undefined): PageMeta {
  return since ? { ...meta, as_of: new Date(now.getTime() - overlapMs).toISOString() } : meta;
}

/** `total` is exact up to 10,000. `next_cursor` is absent at the end, and in a list that is read by page. */
export const PageMeta = z.object({
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  total_is_minimum: z.literal(true).optional(),
  next_cursor: z.string().optional(),
  /** Only with `updated_since` or `deleted_since`: the value for the next call. */
  as_of: Timestamp.optional(),
});
export type PageMeta = z.output<typeof PageMeta>;

export function countsBy(value: z.ZodType<string, string>) {
  return z.object({ total: z.int(), by: z.record(value, z.int()) });
}
