import { z } from 'zod';
import { blogCategories } from '../../shared/catalog.ts';
import { wholeNumber } from '../../shared/fields.ts';

/** Which part of a long list of addresses is asked for; none: all, or how many parts there are. */
export const AddressQuery = z.object({ part: wholeNumber('Part', 1, 100_000).optional() });

/** A public address, from the site's root. */
export const Address = z.object({
  path: z.string(),
  /** When what it shows was last changed, ISO 8601; null where only a new version of the program changes it. */
  changed_at: z.string().nullable(),
});
export type Address = z.output<typeof Address>;

/** Empty when there are several parts and none was asked for. */
export const AddressList = z.object({ addresses: z.array(Address), parts: z.int() });
export type AddressList = z.output<typeof AddressList>;

/** A post as a feed hands it on. */
export const FeedPost = z.object({
  id: z.int(),
  title: z.string(),
  excerpt: z.string(),
  /** Cleaned HTML. */
  content: z.string(),
  category: z.enum(blogCategories),
  tags: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type FeedPost = z.output<typeof FeedPost>;

/** The name of a share card: `page-about`, `post-12`. */
export const CardQuery = z.object({ name: z.string().max(100) });

/** What stands on a share card. */
export const CardView = z.object({
  name: z.string(),
  title: z.string(),
  kicker: z.string(),
  motif: z.string(),
});
