import { z } from 'zod';
import { lastMoment, maxId, Timestamp, wholeNumber } from './fields.ts';

/** Letters of a text that are compared. */
const maxCompared = 60;

/** The most similar name, for a message such as 'The nearest one is …'. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const typed = text.slice(0, maxCompared).toLowerCase();
  const distances = names.map((name) => distance(typed, name));
  return names[distances.indexOf(Math.min(...distances))];
}

/** Whether a name is probably a misspelling of the other: at least half of its letters are right. */
export function isNear(text: string, name: string): boolean {
  const typed = text.slice(0, maxCompared).toLowerCase();
  return distance(typed, name) * 2 < Math.max(typed.length, name.length);
}

/** The Levenshtein distance: how many letters must be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = row[at]! + (letter === other[at] ? 0 : 1);
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

export const maxPerPage = 100;
export const maxUnpagedRows = 1000;

/** `before` is the id of the last row that the client has. The page begins with the next. */
export const PageQuery = z.object({
  page: wholeNumber('Page', 1, 1_000_000).optional(),
  per_page: wholeNumber('Rows per page', 1, maxPerPage).optional(),
  before: wholeNumber('Before', 1, maxId).optional(),
  search: z.string('Search must be text').max(200, 'Search may have at most 200 characters').optional(),
});
export type PageQuery = z.output<typeof PageQuery>;

/** For public lists whose rows have long texts. */
export const includeContent = z.literal('content', 'Include must be content').optional();

export type Sort<C extends string = string> = `${C}:${'asc' | 'desc'}`;
export type SortedQuery = PageQuery & {
  sort?: readonly Sort[] | undefined;
  cursor?: string | undefined;
};

/** Of a parameter that a query repeats. */
const maxValues = 20;
const maxSorts = 3;

/** One value or several. The messages are those of the value. */
export function oneOrSeveral<T extends z.ZodType>(label: string, value: T, max = maxValues) {
  const several = z
    .array(value)
    .min(1, `${label} is empty`)
    .max(max, `${label} may have at most ${max} values`);
  return z.union([value, several], {
    error: ({ input, errors = [] }) => errors[Array.isArray(input) ? 1 : 0]?.[0]?.message,
  });
}

/** `title:asc` or `title:desc`, or in short `title` or `-title`. Several in one text with commas, or repeated. */
function sortField<const C extends readonly [string, ...string[]]>(columns: C) {
  type Known = Sort<C[number]>;
  type Spelled = Known | C[number] | `-${C[number]}`;
  const values = columns.flatMap((column) => [`${column}:asc`, `${column}:desc`, column, `-${column}`]);
  const spelled = z.enum(
    values as [Spelled, ...Spelled[]],
    `Sort must be one of these, with - in front for the other direction: ${columns.join(', ')}`,
  );
  return z
    .preprocess(
      (sort: Spelled | readonly Spelled[]) => splitSorts(sort),
      oneOrSeveral('Sort', spelled, maxSorts),
    )
    .transform((sorts) => [sorts].flat().map((text) => toSort(text) as Known))
    .optional();
}

function splitSorts(sort: unknown): unknown {
  return typeof sort === 'string' && sort.includes(',') ? splitCommaNames(sort) : sort;
}

function toSort(text: string): string {
  if (text.includes(':')) return text;
  return text.startsWith('-') ? `${text.slice(1)}:desc` : `${text}:asc`;
}

/** For the queries of all lists. `members` are those of a row in responses. */
export function rowsQueryFields<const C extends readonly [string, ...string[]]>(
  sorts: C,
  members: readonly string[],
) {
  return {
    sort: sortField(sorts),
    cursor: z.string('Cursor must be text').max(4000, 'This is no cursor').optional(),
    fields: fieldList(members),
  };
}

const example = '2026-11-24T09:00:00Z';

export function momentQueryField(label: string) {
  return z.iso
    .datetime({ offset: true, error: `${label} must be a date with time and offset, such as ${example}` })
    .transform((text) => new Date(text))
    .refine((moment) => moment.getTime() <= lastMoment, { error: `${label} must not be after 9999` })
    .optional();
}

export const updatedSince = momentQueryField('Updated since');
export const deletedSince = momentQueryField('Deleted since');

/** Member names, separated by commas. REST leaves out all others of each row. */
export function fieldList(members: readonly string[]) {
  return z
    .string('Fields must be names, separated by commas')
    .max(2000, 'Fields may have at most 2,000 characters')
    .superRefine((text, { addIssue }) => {
      for (const name of splitCommaNames(text)) {
        if (members.includes(name)) continue;
        const nearest = nearestName(name, members) ?? '';
        const hint = isNear(name, nearest)
          ? `The nearest one is ${nearest}.`
          : `It has ${members.join(', ')}.`;
        const message = `A row has no member ${name.slice(0, 100)}. ${hint}`;
        addIssue({ code: 'custom', message });
        return;
      }
    })
    .optional();
}

export function splitCommaNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** A transaction that began before a read can still store rows with an earlier time. */
const overlapMs = 60_000;

/** Adds `as_of`, from which a client reads the next changes. Without `since`, it does not read changes. */
export function withAsOf(meta: PageMeta, now: Date, since: Date | undefined): PageMeta {
  return since ? { ...meta, as_of: new Date(now.getTime() - overlapMs).toISOString() } : meta;
}

/** `total` is exact up to 10,000. `next_cursor` is absent on the last page, and with page numbers. */
export const PageMeta = z
  .object({
    total: z.int().describe('The number of rows'),
    page: z.int().describe('The number of the page, from 1'),
    per_page: z.int().describe('The maximum number of rows per page'),
    total_is_minimum: z
      .literal(true)
      .optional()
      .describe('Present if there are more than 10,000 rows, where counting ends'),
    next_cursor: z
      .string()
      .optional()
      .describe('What to send as `cursor` for the following rows. Absent at the end, and with `page`'),
    /** The next `updated_since` or `deleted_since`. Absent when the call had neither. */
    as_of: Timestamp.optional().describe(
      'What to send as the next `updated_since` or `deleted_since`. Absent without one',
    ),
  })
  .meta({ title: 'PageMeta', description: 'The length of the list, and how to read on' });
export type PageMeta = z.output<typeof PageMeta>;

export function countsSchema<T extends string>(value: z.ZodType<T, T>) {
  return z.object({
    total: z.int().describe('The number of rows'),
    by: z.record(value, z.int().describe('Rows with it')).describe('The number of rows by value'),
  });
}
