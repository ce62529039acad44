import { defineEntity, p } from '@mikro-orm/core';
import type { SecurityEventType } from '../../shared/security-events.ts';

const SecurityEventSchema = defineEntity({
  name: 'SecurityEvent',
  tableName: 'security_events',
  indexes: [{ properties: ['created_at', 'id'] }, { properties: ['type', 'created_at'] }],
  properties: {
    id: p.integer().primary(),
    type: p.text().$type<SecurityEventType>(),
    /** The user at that time. Null for an unknown person and for the command line. */
    user_id: p.integer().nullable().index(),
    user_name: p.text().nullable(),
    /** The user's e-mail address, or the one that was typed. */
    email: p.text().nullable(),
    address: p.text(),
    details: p.json<Record<string, unknown>>(),
    created_at: p.datetime(),
    search_text: p.text().default(''),
    /** The user whom the event is about, where `user_id` is somebody else. */
    of_id: p.integer().nullable().index(),
    /** Set until the mails about the event are queued. */
    notice_at: p.datetime().nullable().index(),
  },
});

/** No user can change or delete an event. */
export class SecurityEvent extends SecurityEventSchema.class {}

SecurityEventSchema.setClass(SecurityEvent);
