import { z } from 'zod';
import { moduleNames } from '../../shared/module-facts.ts';

const maxHits = 10;

export const EverythingQuery = z.object({
  query: z.string('Search must be text').trim().min(1, 'Search for something').max(200),
  limit: z.int().min(1).max(maxHits).default(5),
});
export type EverythingQuery = z.output<typeof EverythingQuery>;

const Hit = z.object({
  id: z.int(),
  title: z.string(),
  /** A text that distinguishes hits with the same title. For a message, this is the name of the sender. */
  detail: z.string().optional(),
});
export type Hit = z.output<typeof Hit>;

/** The newest hits in each kind of content that the caller may manage. Kinds without hits are left out. */
export const SearchResults = z.object({
  groups: z.array(z.object({ name: z.enum([...moduleNames, 'inbox', 'users']), hits: z.array(Hit) })),
});
export type SearchResults = z.output<typeof SearchResults>;
