import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import type { Database } from '../../database/database.ts';
import { toJson } from '../../database/dialect.ts';
import type { Viewer } from '../../database/viewer.ts';
import { hashSecret, isApiToken } from '../../security/tokens.ts';
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

/**
 * A token with which a program acts for a person, within the scopes of the token. Deleting the row revokes
 * the token.
 */
export class ApiToken extends ApiTokenSchema.class {}

ApiTokenSchema.setClass(ApiToken);

/** The minimum time between two updates of the last use, because each update is a write. */
const touchEveryMs = 60_000;

const dayMs = 24 * 60 * 60_000;

export interface TokenRules {
  /** For how many days after a sign-in at the provider the tokens of an account that came from it are valid. */
  ssoTokenDays: number;
}

/**
 * Creates a function that returns the owner of an API token, with the owner's current role. The function
 * returns null when the token is unknown, mistyped, revoked or expired. The function also updates the last
 * use, except for requests without activity, such as polling. The function throws `ProviderSignInRequired` when the
 * account came from the provider and its last sign-in is too long ago: the provider may have withdrawn the person since.
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
      // The last sign-in of an account that came from the provider. Null for other accounts.
      .select((eb) =>
        eb
          .selectFrom('sso_links')
          .whereRef('sso_links.user_id', '=', 'users.id')
          .where('sso_links.kind', '=', 'came')
          .select(({ fn }) => fn.max('sso_links.last_used_at').as('last'))
          .as('provider_sign_in_at'),
      )
      // Deactivating an account ends its tokens. If a token remains by mistake, this condition refuses the
      // token.
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
      // If the database cannot be written now, a later request stores the last use.
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
        scopes: toJson(row.scopes),
        per_minute: row.per_minute,
      },
    };
  };
}
