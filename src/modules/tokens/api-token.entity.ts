import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

export const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.integer().primary(),
    /** The owner, whose rights the token has. */
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: p.text(),
    token_hash: p.text().unique(),
    /** The last four characters of the token, by which people recognise it. */
    hint: p.text(),
    /**
     * Other versions of the program may have stored scopes that this version lacks. Unknown scopes permit
     * nothing.
     */
    scopes: p.json<string[]>(),
    per_minute: p.integer(),
    created_at: p.datetime(),
    expires_at: p.datetime().index(),
    last_used_at: p.datetime().nullable(),
    /** When the owner was warned that the token is about to expire. */
    warned_at: p.datetime().nullable(),
  },
});

/**
 * A token with which a program acts for a person, within the scopes of the token. Deleting the row revokes
 * the token.
 */
export class ApiToken extends ApiTokenSchema.class {}

ApiTokenSchema.setClass(ApiToken);
