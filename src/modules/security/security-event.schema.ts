import { z } from 'zod';
import { oneOf, Timestamp } from '../../shared/fields.ts';
import { PageMeta, PageQuery } from '../../shared/pagination.ts';
import { securityEventTypes } from '../../shared/security-events.ts';

/** The queries of the security log: what happened, and who or where from. */
export const SecurityQuery = PageQuery.extend({ type: oneOf('Type', securityEventTypes).optional() });
export type SecurityQuery = z.output<typeof SecurityQuery>;

export const SecurityEventView = z.object({
  id: z.int(),
  type: z.string().describe(`${securityEventTypes.join(', ')}; of another version perhaps another word`),
  /** Who did it, as they were called then; null for somebody unknown and for the command line. */
  user_name: z.string().nullable(),
  /** The address of that person, or the one that was typed. */
  email: z.string().nullable(),
  /** A network address, or the command line. */
  address: z.string(),
  details: z.record(z.string(), z.unknown()),
  created_at: Timestamp,
});
export type SecurityEventView = z.output<typeof SecurityEventView>;

export const SecurityPage = z.object({ events: z.array(SecurityEventView), meta: PageMeta });
