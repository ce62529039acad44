import { z } from 'zod';
import { maxId, wholeNumber } from './fields.ts';

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
export type SortedQuery = PageQuery & { sort?: Sort | undefined };

export function sortBy<const C extends readonly [string, ...string[]]>(columns: C) {
  type Known = Sort<C[number]>;
  const values = columns.flatMap((column) => [`${column}:asc`, `${column}:desc`]) as [Known, ...Known[]];
  return z
    .enum(values, `Sort must be one of these, followed by :asc or :desc: ${columns.join(', ')}`)
    .optional();
}

/** `total` is exact up to 10,000. */
export const PageMeta = z.object({
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  total_is_minimum: z.literal(true).optional(),
});
export type PageMeta = z.output<typeof PageMeta>;

export function countsBy(value: z.ZodType<string, string>) {
  return z.object({ total: z.int(), by: z.record(value, z.int()) });
}
