import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { dropFactors, listFactors } from '../auth/factors.service.ts';
import { endAccess } from '../auth/end-access.service.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { User } from './user.entity.ts';
import { noSuchUser, userTable } from './user.repository.ts';

type StaffCtx = SignedInCtx & Pick<Context, 'request' | 'secondFactorRoles'>;

export async function getFactors(ctx: StaffCtx, id: number) {
  return listFactors(ctx, await userTable.get(ctx.read, id));
}

/**
 * Removes all second factors of a user. Also ends everything that gives access to the account except the caller's own
 * session, because somebody else may have the lost device.
 * @throws {NotFound} · {Conflict} when the user has no second factor
 */
export async function removeFactors(ctx: StaffCtx, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    const failHandler = () => new NotFound(noSuchUser);
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const user = await tx.em.findOneOrFail(User, id, { failHandler, lockMode });
    if (!(await dropLost(tx, user))) throw new Conflict(`${user.name} has no second factor.`);
    return { success: true };
  });
}

/**
 * Removes all second factors of the user with this email address and ends the access to the account, for
 * the command line.
 * @throws {Error} with a message of one line when nobody has the address, or the user has no second factor
 */
export async function removeFactorsByEmail(ctx: LoggedCtx, email: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const user = await tx.em.findOne(User, { email_key: toEmailKey(email) });
    if (!user) throw new Error(`nobody has the address ${email}`);
    if (!(await dropLost(tx, user))) throw new Error(`${user.email} has no second factor`);
  });
}

async function dropLost(tx: LoggedCtx, { id, name, email }: User): Promise<boolean> {
  const removed = await dropFactors(tx, id);
  if (removed === 0) return false;
  await endAccess(tx, id, 'factors_removed');
  await recordSecurityEvent(tx, 'factor_removed', { details: { of: id, name, email, removed } });
  return true;
}
