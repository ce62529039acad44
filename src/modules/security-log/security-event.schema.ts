import { z } from 'zod';
import { maxId, oneOf, Timestamp, wholeNumber } from '../../shared/fields.ts';
import { PageMeta, PageQuery } from '../../shared/pagination.ts';
import { securityEventTypes } from '../../shared/security-events.ts';

export const SecurityQuery = PageQuery.extend({
  type: oneOf('Type', securityEventTypes).optional(),
  user_id: wholeNumber('User', 1, maxId).optional().describe('Events by or about this user'),
});
export type SecurityQuery = z.output<typeof SecurityQuery>;

export const SecurityEventView = z
  .object({
    id: z.int(),
    type: z.string().describe('A value of `SecurityEventType`. Other versions may add values'),
    user_name: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: Timestamp,
  })
  .meta({ title: 'SecurityEvent' });
export type SecurityEventView = z.output<typeof SecurityEventView>;

export const SecurityPage = z.object({ events: z.array(SecurityEventView), meta: PageMeta });
