import { defineEntity, p } from '@mikro-orm/core';
import type { SecurityEventType } from '../../shared/security-events.ts';

export const SecurityEventSchema = defineEntity({
  name: 'SecurityEvent',
  tableName: 'security_events',
  indexes: [{ properties: ['created_at', 'id'] }, { properties: ['type', 'created_at'] }],
  properties: {
    id: p.integer().primary(),
    type: p.text().$type<SecurityEventType>(),
    /** The id of the user who acted. Null for an unknown person and for the command line. */
    user_id: p.integer().nullable().index(),
    user_name: p.text().nullable(),
    /** The email address of the user, or the address that an unknown person has typed. */
    email: p.text().nullable(),
    address: p.text(),
    details: p.json<Record<string, unknown>>(),
    created_at: p.datetime(),
    search_text: p.text().default(''),
    /**
     * The id of the user whom the event concerns, if the details name one. This id can be equal to `user_id`.
     */
    of_id: p.integer().nullable().index(),
    /** The time of the event. Null after the mails about the event are queued, and for an event without mails. */
    notice_at: p.datetime().nullable().index(),
  },
});

/** An entry of the security log. Users can neither change nor delete entries. */
export class SecurityEvent extends SecurityEventSchema.class {}

SecurityEventSchema.setClass(SecurityEvent);
