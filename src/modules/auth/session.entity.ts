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
    /** Whether the person has ticked 'Remember me'. A remembered session has no idle limit. */
    is_remembered: p.boolean(),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
    expires_at: p.datetime(),
    /** When the person last proved their identity: at the sign-in, or later. Null in sessions of earlier versions. */
    proved_at: p.datetime().nullable(),
    user_agent: textColumn('writing'),
    address: textColumn('writing'),
    /** Whether the panel asks for another password. The reason is not stored. */
    has_weak_password: p.boolean().default(false),
    /**
     * The id of the link between the account and the provider. Null when the person signed in without single
     * sign-on, and in sessions of earlier versions.
     */
    sso_link_id: p.integer().nullable(),
    /** The provider's id of its own session. The provider's logout tokens contain this id. */
    sso_sid: textColumn('secret').nullable().index(),
  },
});

export class Session extends SessionSchema.class {}

SessionSchema.setClass(Session);
