import { z } from 'zod';
import { wholeNumber } from '../../shared/fields.ts';

/**
 * The number of a part of the sitemap. If `part` is absent and all addresses fit into one part, the response contains
 * all addresses. If they do not fit, it contains only the number of parts.
 */
export const AddressQuery = z.object({ part: wholeNumber('Part', 1, 100_000).optional() });

export const PageAddress = z.object({
  path: z.string(),
  /** When the page was last changed, in ISO 8601. Null for a page without content in the database. */
  changed_at: z.string().nullable(),
});
export type PageAddress = z.output<typeof PageAddress>;

/**
 * The addresses of one part of the sitemap. `addresses` is empty when there are several parts and the query
 * names no part.
 */
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

/**
 * The current path of a moved page. Null if no page has had the requested path, or if visitors cannot open
 * the page.
 */
export const Moved = z.object({ path: z.string().nullable() });

/** The name of a share card, for example `page-about` or `post-12`. */
export const CardQuery = z.object({ name: z.string().max(100) });

export const CardView = z.object({
  name: z.string(),
  title: z.string(),
  kicker: z.string(),
  motif: z.string().nullable(),
});
