import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** SHA-256 of the bearer token. */
    token_hash: p.text().unique(),
    /** SHA-256 of the cookie's value. The cookie and the bearer token are different secrets. */
    cookie_hash: p.text().unique(),
    /** Whether 'Remember me' was ticked. Such a session has no idle limit. */
    is_remembered: p.boolean(),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
    expires_at: p.datetime(),
    user_agent: p.text(),
    address: p.text(),
  },
});

/** A browser or program in which a user is signed in. */
export class Session extends SessionSchema.class {}

SessionSchema.setClass(Session);
