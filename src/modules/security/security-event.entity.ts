import { defineEntity, p } from '@mikro-orm/core';
import type { SecurityEventType } from '../../shared/security-events.ts';

const SecurityEventSchema = defineEntity({
  name: 'SecurityEvent',
  tableName: 'security_events',
  indexes: [{ properties: ['created_at', 'id'] }, { properties: ['type', 'created_at'] }],
  properties: {
    id: p.integer().primary(),
    type: p.text().$type<SecurityEventType>(),
    /** As they were called then. Null for an unknown person and for the command line. */
    user_id: p.integer().nullable(),
    user_name: p.text().nullable(),
    /** The address of that user, or the one that was typed. */
    email: p.text().nullable(),
    address: p.text(),
    details: p.json<Record<string, unknown>>(),
    created_at: p.datetime(),
    search_text: p.text().default(''),
  },
});

/** No user can change or delete it. */
export class SecurityEvent extends SecurityEventSchema.class {}

SecurityEventSchema.setClass(SecurityEvent);
