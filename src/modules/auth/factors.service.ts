import { LockMode } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Conflict, NotFound, NotSignedIn } from '../../shared/errors.ts';
import type { Role } from '../../shared/roles.ts';
import type { FactorList, FactorView } from '../../shared/second-factors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { User } from '../users/user.entity.ts';
import { Factor } from './factor.entity.ts';
import { makeRecoveryCodes } from './one-time-code.ts';
import { RecoveryCode } from './recovery-code.entity.ts';
import { isManaged } from './second-factor.service.ts';

const gone = 'This second factor has been removed already.';

export type OwnFactorCtx = SignedInCtx &
  Pick<Context, 'secrets' | 'publicUrl' | 'request' | 'siteSettings' | 'secondFactorRoles'>;

export async function listFactors(
  { em, secondFactorRoles }: Pick<OwnFactorCtx, 'em' | 'secondFactorRoles'>,
  { id: userId, role }: { id: number; role: Role },
): Promise<FactorList> {
  const factors = await em.find(Factor, { user: userId }, { orderBy: { id: 'asc' } });
  return {
    factors: factors.map(toFactorView),
    recovery_codes_left: await em.count(RecoveryCode, { user: userId, used_at: null }),
    can_add: !(await isManaged({ em }, userId)),
    is_required: secondFactorRoles.includes(role),
  };
}

export function toFactorView({ id, kind, name, secret, created_at, last_used_at }: Factor): FactorView {
  const is_usable = kind === 'passkey' || secret !== null;
  const used = last_used_at?.toISOString() ?? null;
  return { id, kind, name, is_usable, created_at: created_at.toISOString(), last_used_at: used };
}

/** @throws {NotFound} when the caller has no such second factor */
export async function renameFactor({ em, viewer }: OwnFactorCtx, id: number, name: string): Promise<void> {
  const renamed = await em.nativeUpdate(Factor, { id, user: viewer.id }, { name });
  if (renamed === 0) throw new NotFound(gone);
}

/**
 * Deletes a second factor of the caller. Also deletes the recovery codes if it is the last second factor.
 * @throws {NotFound} when the caller has no such second factor
 */
export async function removeFactor(ctx: OwnFactorCtx, id: number): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await lockSelf(tx);
    const factor = await tx.em.findOne(Factor, { id, user: user.id });
    if (!factor) throw new NotFound(gone);
    await tx.em.nativeDelete(Factor, { id });
    const isLast = (await tx.em.count(Factor, { user: user.id })) === 0;
    if (isLast) await tx.em.nativeDelete(RecoveryCode, { user: user.id });
    const { kind, name } = factor;
    await recordSecurityEvent(tx, 'factor_removed', {
      details: { ...detailsOfPerson(user), kind, factor: name },
    });
  });
}

/**
 * Replaces the caller's recovery codes and returns the new codes. Earlier codes no longer work.
 * @throws {Conflict} when the caller has no second factor
 */
export async function replaceRecoveryCodes(ctx: OwnFactorCtx): Promise<string[]> {
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await lockSelf(tx);
    if ((await tx.em.count(Factor, { user: user.id })) === 0) {
      throw new Conflict('Recovery codes come with a second factor. Set one up first.');
    }
    await recordSecurityEvent(tx, 'recovery_codes_made', { details: detailsOfPerson(user) });
    return makeRecoveryCodes(tx, user.id);
  });
}

/**
 * Deletes the second factors and the recovery codes of a user, for example after the loss of a device.
 * Returns how many second factors were deleted.
 */
export async function dropFactors({ em }: Pick<Ctx, 'em'>, userId: number): Promise<number> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  return em.nativeDelete(Factor, { user: userId });
}

export function lockSelf({ em, viewer }: SignedInCtx): Promise<User> {
  const failHandler = () => new NotSignedIn('Please sign in.');
  return em.findOneOrFail(User, viewer.id, { failHandler, lockMode: LockMode.PESSIMISTIC_WRITE });
}

export function detailsOfPerson({ id, name, email }: User): Record<string, unknown> {
  return { of: id, name, email };
}
