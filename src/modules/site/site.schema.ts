import { z } from 'zod';
import { wholeNumber } from '../../shared/fields.ts';

/** Without `part`, the response has all addresses, or only the number of parts. */
export const AddressQuery = z.object({ part: wholeNumber('Part', 1, 100_000).optional() });

export const Address = z.object({
  path: z.string(),
  /** In ISO 8601. Null for a page that changes only with the program. */
  changed_at: z.string().nullable(),
});
export type Address = z.output<typeof Address>;

/** `addresses` is empty when there are several parts and the query names none. */
export const AddressList = z.object({ addresses: z.array(Address), parts: z.int() });
export type AddressList = z.output<typeof AddressList>;

export const FeedPost = z.object({
  id: z.int(),
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  author: z.string().nullable(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
});
export type FeedPost = z.output<typeof FeedPost>;

/** For example `page-about` or `post-12`. */
export const CardQuery = z.object({ name: z.string().max(100) });

export const CardView = z.object({
  name: z.string(),
  title: z.string(),
  kicker: z.string(),
  motif: z.string(),
});
