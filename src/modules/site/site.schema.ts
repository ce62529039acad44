import { z } from 'zod';
import { wholeNumber } from '../../shared/fields.ts';

/** Without `part`, the response has all addresses, or only the number of parts. */
export const AddressQuery = z.object({ part: wholeNumber('Part', 1, 100_000).optional() });

export const PageAddress = z.object({
  path: z.string(),
  /** In ISO 8601. Null for a page that changes only with the program. */
  changed_at: z.string().nullable(),
});
export type PageAddress = z.output<typeof PageAddress>;

/** `addresses` is empty when there are several parts and the query names none. */
export const AddressList = z.object({ addresses: z.array(PageAddress), parts: z.int() });
export type AddressList = z.output<typeof AddressList>;

export const FeedPost = z.object({
  id: z.int(),
  path: z.string(),
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  author: z.string().nullable(),
  lang: z.string().nullable(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
});
export type FeedPost = z.output<typeof FeedPost>;

export const MovedQuery = z.object({ path: z.string().max(2000) });

/** The present address of the page. Null if there was no such page, or if visitors may not open it. */
export const Moved = z.object({ path: z.string().nullable() });

/** For example `page-about` or `post-12`. */
export const CardQuery = z.object({ name: z.string().max(100) });

export const CardView = z.object({
  name: z.string(),
  title: z.string(),
  kicker: z.string(),
  motif: z.string().nullable(),
});
