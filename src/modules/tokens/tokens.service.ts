import { LockMode } from '@mikro-orm/core';
import type { Ctx, SignedInCtx, Viewer } from '../../database/ctx.ts';
import { insertRow } from '../../database/insert-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createApiToken, hashSecret } from '../../security/tokens.ts';
import { Conflict, Forbidden, NotFound, RuleBroken } from '../../shared/errors.ts';
import { can } from '../../shared/grants.ts';
import { maxUnpagedRows } from '../../shared/pagination.ts';
import { adminScopes, isScopeOfRole } from '../../shared/scopes.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { active, User } from '../users/user.entity.ts';
import { ApiToken } from './api-token.entity.ts';
import type { NewToken, TokenInput, TokensQuery, TokenView } from './tokens.schema.ts';

const dayMs = 24 * 60 * 60_000;
/** How long before its end the owner of a token is warned. */
export const warnedBeforeMs = 7 * dayMs;
const maxTokens = 50;
/** How long lists still show a token that has expired. */
const expiredKeptMs = 30 * dayMs;

type OwnerCtx = SignedInCtx & LoggedCtx;

/** Returns tokens, the newest first, at most 1,000. @throws {Forbidden} for the tokens of others, except to admins */
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
 * Creates a token. Only this answer contains its secret.
 * @throws {RuleBroken} for a scope that the owner's role does not have, or that an admin must give
 * @throws {Forbidden} for a token of somebody else, except to admins
 * @throws {Conflict} when there are too many
 */
export async function createToken(ctx: OwnerCtx, input: TokenInput): Promise<NewToken> {
  const { viewer, now } = ctx;
  const isAdmin = can(viewer.role, 'users:manage');
  const ownerId = input.user_id ?? viewer.id;
  expectOwnOrAdmin(viewer, ownerId);
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    // 1. The owner, locked, so that an account which ends now gets no token.
    const failHandler = () => new NotFound('There is no such user.');
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const owner = await tx.em.findOneOrFail(User, { id: ownerId, ...active }, { failHandler, lockMode });

    // 2. What the token may do.
    const foreign = input.scopes.find((scope) => !isScopeOfRole(owner.role, scope));
    if (foreign) throw RuleBroken.of('scopes', `The role of the account does not include ${foreign}`);
    const reserved = input.scopes.find((scope) => adminScopes.includes(scope));
    if (reserved && !isAdmin) throw RuleBroken.of('scopes', `Only an admin can give ${reserved}`);
    if ((await tx.em.count(ApiToken, { user: ownerId })) >= maxTokens) {
      throw new Conflict(`There are ${maxTokens} tokens already. Revoke one that is no longer used.`);
    }

    // 3. The row.
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
      // A token of a few days gets no warning, because its owner remembers its end.
      warned_at: lifeMs <= warnedBeforeMs ? now : null,
    });
    await insertRow(tx, ApiToken, token);

    // 4. The security log, which mails the owner.
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
 * Revokes a token. Every instance refuses its next call.
 * @throws {NotFound} also for a token of somebody else, except to admins
 */
export async function revokeToken(ctx: OwnerCtx, id: number): Promise<void> {
  const own = can(ctx.viewer.role, 'users:manage') ? { id } : { id, user: ctx.viewer.id };
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const token = await tx.em.findOne(ApiToken, own, { populate: ['user'] });
    const deleted = await tx.em.nativeDelete(ApiToken, own);
    if (!token || deleted === 0)
      throw new NotFound('There is no such token; perhaps it was revoked already.');
    await recordSecurityEvent(tx, 'token_revoked', { details: toDetails(token, token.user) });
  });
}

/** Called when the account ends. */
export async function revokeTokensOf({ em }: Pick<Ctx, 'em'>, userId: number): Promise<void> {
  await em.nativeDelete(ApiToken, { user: userId });
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
