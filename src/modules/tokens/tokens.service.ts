import { LockMode } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Viewer } from '../../database/viewer.ts';
import { insertRow } from '../../database/insert-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createApiToken, hashSecret } from '../../security/tokens.ts';
import { Conflict, Forbidden, NotFound, RuleBroken } from '../../shared/errors.ts';
import { can } from '../../shared/grants.ts';
import { maxUnpagedRows } from '../../shared/pagination.ts';
import { adminScopes, isScopeOfRole } from '../../shared/scopes.ts';
import { endAccess } from '../auth/end-access.service.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { active, User } from '../users/user.entity.ts';
import { ApiToken } from './api-token.entity.ts';
import type { NewToken, TokenInput, TokensQuery, TokenView } from './tokens.schema.ts';

const dayMs = 24 * 60 * 60_000;
/** The owner of a token is warned this long before the token expires. */
export const warnedBeforeMs = 7 * dayMs;
const maxTokens = 50;
/** The time for which lists still show an expired token. */
const expiredKeptMs = 30 * dayMs;

type OwnerCtx = SignedInCtx & LoggedCtx;

/**
 * Returns up to 1,000 API tokens of a user, or of all users if `all` is true. The newest token comes first.
 * @throws {Forbidden} when a caller who is not an admin requests tokens of other users
 */
export async function listTokens(
  { em, viewer }: OwnerCtx,
  { user_id = viewer.id, all }: TokensQuery,
): Promise<TokenView[]> {
  const ownerId = all ? undefined : user_id;
  expectOwnOrAdmin(viewer, ownerId);
  const rows = await em.find(ApiToken, ownerId ? { user: ownerId } : {}, {
    populate: ['user'],
    orderBy: { id: 'desc' },
    limit: maxUnpagedRows,
  });
  return rows.map((row) => toView(row, row.user));
}

function expectOwnOrAdmin({ id, role }: Viewer, ownerId: number | undefined): void {
  if (ownerId !== id && !can(role, 'users:manage')) throw new Forbidden('Your role does not permit this.');
}

/**
 * Creates an API token. Only the returned value contains the secret of the token.
 * @throws {RuleBroken} when the owner's role does not include a scope, when only an admin may give a scope, or
 * when there is no such active user · {Forbidden} when a caller who is not an admin names another owner ·
 * {Conflict} when the owner already has 50 tokens
 */
export async function createToken(ctx: OwnerCtx, input: TokenInput): Promise<NewToken> {
  const { viewer, now } = ctx;
  const isAdmin = can(viewer.role, 'users:manage');
  const ownerId = input.user_id ?? viewer.id;
  expectOwnOrAdmin(viewer, ownerId);
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    // Locks the owner, so that an account that is deactivated or deleted at the same moment gets no token.
    const failHandler = () => RuleBroken.of('user_id', 'There is no such user.');
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const owner = await tx.em.findOneOrFail(User, { id: ownerId, ...active }, { failHandler, lockMode });

    const foreign = input.scopes.find((scope) => !isScopeOfRole(owner.role, scope));
    if (foreign) throw RuleBroken.of('scopes', `The role of the account does not include ${foreign}`);
    const reserved = input.scopes.find((scope) => adminScopes.includes(scope));
    if (reserved && !isAdmin) throw RuleBroken.of('scopes', `Only an admin can give ${reserved}`);
    if ((await tx.em.count(ApiToken, { user: ownerId })) >= maxTokens) {
      throw new Conflict(`There are ${maxTokens} tokens already. Revoke one that is no longer used.`);
    }

    const secret = createApiToken();
    const lifeMs = input.expires_in_days * dayMs;
    const token = Object.assign(new ApiToken(), {
      user: owner,
      name: input.name,
      token_hash: hashSecret(secret),
      hint: secret.slice(-4),
      scopes: [...new Set(input.scopes)],
      per_minute: input.per_minute,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
      last_used_at: null,
      // A token of a few days gets no warning, because its owner still remembers when it expires.
      warned_at: lifeMs <= warnedBeforeMs ? now : null,
    });
    await insertRow(tx, ApiToken, token);

    // The event in the security log causes a mail to the owner.
    await recordSecurityEvent(tx, 'token_made', {
      details: {
        ...toDetails(token, owner),
        scopes: token.scopes,
        expires_at: token.expires_at.toISOString(),
      },
    });
    return { token: toView(token, owner), secret };
  });
}

/**
 * Revokes a token. All instances of the server then refuse calls with this token, and its preview links show nothing.
 * @throws {NotFound} when there is no such token, or when a caller who is not an admin names a token of
 * another user
 */
export async function revokeToken(ctx: OwnerCtx, id: number): Promise<void> {
  const own = can(ctx.viewer.role, 'users:manage') ? { id } : { id, user: ctx.viewer.id };
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const token = await tx.em.findOne(ApiToken, own, { populate: ['user'] });
    const ended = token && (await endAccess(tx, token.user.id, 'token_revoked', { tokens: own }));
    if (!token || ended?.tokens === 0)
      throw new NotFound('There is no such token; perhaps it was revoked already.');
    await recordSecurityEvent(tx, 'token_revoked', { details: toDetails(token, token.user) });
  });
}

export async function sweepTokens({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(ApiToken, { expires_at: { $lt: new Date(now.getTime() - expiredKeptMs) } });
}

function toDetails(
  { id, name }: ApiToken,
  owner: Pick<User, 'id' | 'name' | 'email'>,
): Record<string, unknown> {
  return {
    of: owner.id,
    name: owner.name,
    email: owner.email,
    token: id,
    token_name: name,
  };
}

function toView(token: ApiToken, owner: Pick<User, 'id' | 'name'>): TokenView {
  return {
    id: token.id,
    user_id: owner.id,
    user_name: owner.name,
    name: token.name,
    hint: token.hint,
    scopes: token.scopes,
    per_minute: token.per_minute,
    created_at: token.created_at.toISOString(),
    expires_at: token.expires_at.toISOString(),
    last_used_at: token.last_used_at?.toISOString() ?? null,
  };
}
