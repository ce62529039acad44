import { z } from 'zod';
import { wholeNumber } from '../../shared/fields.ts';

/** Without it: all addresses, or only the number of parts if there are several. */
export const AddressQuery = z.object({ part: wholeNumber('Part', 1, 100_000).optional() });

export const Address = z.object({
  path: z.string(),
  /** ISO 8601. Null if only a new version of the program changes the page. */
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
  created_at: z.string(),
  updated_at: z.string(),
});
export type FeedPost = z.output<typeof FeedPost>;

/** `page-about`, `post-12`. */
export const CardQuery = z.object({ name: z.string().max(100) });

export const CardView = z.object({
  name: z.string(),
  title: z.string(),
  kicker: z.string(),
  motif: z.string(),
});
