import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import { User } from '../users/user.ts';

export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    token_hash: textColumn('secret').unique(),
    cookie_hash: textColumn('secret').unique(),
    /** Whether 'Remember me' was ticked, so there is no idle limit. */
    is_remembered: p.boolean(),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
    expires_at: p.datetime(),
    /** The last proof of identity, at the sign-in or later. Null in sessions of earlier versions. */
    proved_at: p.datetime().nullable(),
    user_agent: textColumn('writing'),
    address: textColumn('writing'),
    /** Whether the panel asks for another password. The reason is not stored. */
    has_weak_password: p.boolean().default(false),
    /** Null without single sign-on, and in sessions of earlier versions. */
    sso_link_id: p.integer().nullable(),
    /** The id of the provider's session, which its logout tokens name. */
    sso_sid: textColumn('secret').nullable().index(),
  },
});

export class Session extends SessionSchema.class {}

SessionSchema.setClass(Session);
