import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.integer().primary(),
    /** Whose rights it has. */
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: p.text(),
    token_hash: p.text().unique(),
    /** Its last four characters, by which people recognise it. */
    hint: p.text(),
    /** Another version of the program may have stored scopes that this one does not know. They admit to nothing. */
    scopes: p.json<string[]>(),
    per_minute: p.integer(),
    created_at: p.datetime(),
    expires_at: p.datetime().index(),
    last_used_at: p.datetime().nullable(),
    /** When its owner was told that it is about to expire. */
    warned_at: p.datetime().nullable(),
  },
});

/** Lets a program act for a person, within its scopes. To revoke it, its row is deleted. */
export class ApiToken extends ApiTokenSchema.class {}

ApiTokenSchema.setClass(ApiToken);
