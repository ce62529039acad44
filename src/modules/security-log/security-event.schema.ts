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
    id: z.int().describe('The id'),
    type: z.string().describe('A value of `SecurityEventType`. Other versions may add values'),
    user_name: z.string().nullable().describe('The name of the user at that time'),
    email: z.string().nullable().describe('The e-mail address'),
    address: z.string().describe('The network address'),
    details: z.record(z.string(), z.unknown()).describe('Further details'),
    created_at: Timestamp.describe('The time of creation'),
  })
  .meta({ title: 'SecurityEvent' });
export type SecurityEventView = z.output<typeof SecurityEventView>;

export const SecurityPage = z.object({
  events: z.array(SecurityEventView).describe('The events, the newest first'),
  meta: PageMeta,
});
