import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn, parseJsonColumn } from '../../database/columns.ts';
import type { Database } from '../../database/database.ts';
import type { Viewer } from '../../database/ctx.ts';
import { hashSecret, isApiToken } from '../../security/random-secrets.ts';
import { ProviderSignInRequired } from '../../shared/errors.ts';
import { parseRole } from '../../shared/roles.ts';
import { User } from '../users/user.ts';

export const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.integer().primary(),
    /** The owner, whose rights the token has. */
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    name: textColumn('writing'),
    token_hash: textColumn('secret').unique(),
    /** The last four characters of the token, by which people recognise it. */
    hint: textColumn('secret'),
    /**
     * Other versions of the program may have stored scopes that this version lacks. Unknown scopes permit
     * nothing.
     */
    scopes: jsonColumn<string[]>('nothing'),
    per_minute: p.integer(),
    created_at: p.datetime(),
    expires_at: p.datetime().index(),
    last_used_at: p.datetime().nullable(),
    /** When the owner was warned that the token is about to expire. */
    warned_at: p.datetime().nullable(),
  },
});

/** Deleting the row revokes the token. */
export class ApiToken extends ApiTokenSchema.class {}

ApiTokenSchema.setClass(ApiToken);

/** Each update of the last use is a write. */
const touchEveryMs = 60_000;

const dayMs = 24 * 60 * 60_000;

export interface TokenRules {
  /** For how many days after a sign-in at the provider the tokens of an account from there are valid. */
  ssoTokenDays: number;
}

/**
 * Finds the owner with the current role, or null. Also stores the last use, but not for polling and the like. Throws
 * `ProviderSignInRequired` when an account from the provider has not signed in there for too long: the provider may
 * have withdrawn the person.
 */
export function createTokenFinder(database: Database, { ssoTokenDays }: TokenRules) {
  return async (
    token: string,
    { now, isActivity }: { now: Date; isActivity: boolean },
  ): Promise<Viewer | null> => {
    if (!isApiToken(token)) return null;
    const hash = hashSecret(token);
    const row = await database.read
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.id', 'api_tokens.user_id')
      .select(['api_tokens.id as token_id', 'scopes', 'per_minute', 'expires_at', 'last_used_at'])
      .select(['users.id', 'users.name', 'users.email', 'users.role'])
      // Null for accounts that did not come from the provider.
      .select((eb) =>
        eb
          .selectFrom('sso_links')
          .whereRef('sso_links.user_id', '=', 'users.id')
          .where('sso_links.kind', '=', 'came')
          .select(({ fn }) => fn.max('sso_links.last_used_at').as('last'))
          .as('provider_sign_in_at'),
      )
      // For a token that outlived its account by mistake.
      .where('users.deactivated_at', 'is', null)
      .where('api_tokens.token_hash', '=', hash)
      .executeTakeFirst();
    if (!row || new Date(row.expires_at) <= now) return null;
    const signedInAt = row.provider_sign_in_at;
    if (signedInAt !== null && now.getTime() - new Date(signedInAt).getTime() > ssoTokenDays * dayMs)
      throw new ProviderSignInRequired(ssoTokenDays);
    const role = parseRole(row.role);
    if (!role) throw new Error(`the role ${row.role} of user ${row.id} is none of ours`);
    const usedAt = row.last_used_at === null ? 0 : new Date(row.last_used_at).getTime();
    if (isActivity && now.getTime() - usedAt > touchEveryMs) {
      const used = database.fork().nativeUpdate(ApiToken, { id: row.token_id }, { last_used_at: now });
      // A later request stores it, if the database cannot be written now.
      await used.catch(() => {});
    }
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      role,
      session_id: 0,
      token: {
        id: row.token_id,
        scopes: parseJsonColumn(row.scopes),
        per_minute: row.per_minute,
      },
    };
  };
}
