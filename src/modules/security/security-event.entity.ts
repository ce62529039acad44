import { defineEntity, p } from '@mikro-orm/core';
import type { SecurityEventType } from '../../shared/security-events.ts';

const SecurityEventSchema = defineEntity({
  name: 'SecurityEvent',
  tableName: 'security_events',
  indexes: [{ properties: ['created_at', 'id'] }, { properties: ['type', 'created_at'] }],
  properties: {
    id: p.integer().primary(),
    type: p.text().$type<SecurityEventType>(),
    /** Who did it, as they were called then; null for somebody unknown and for the command line. */
    user_id: p.integer().nullable(),
    user_name: p.text().nullable(),
    /** The address of that person, or the one that was typed. */
    email: p.text().nullable(),
    /** Where it came from: a network address, or the command line. */
    address: p.text(),
    details: p.json<Record<string, unknown>>(),
    created_at: p.datetime(),
    search_text: p.text().default(''),
  },
});

/** One line of the security log. Never changed, never deleted by a person. */
export class SecurityEvent extends SecurityEventSchema.class {}

SecurityEventSchema.setClass(SecurityEvent);
