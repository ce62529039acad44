import { LockMode } from '@mikro-orm/core';
import type { SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { dropFactors, listFactors } from '../auth/factors.service.ts';
import { closeOtherSessions } from '../auth/session.service.ts';
import { type LoggedWork, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { User } from './user.entity.ts';
import { noSuchUser, userTable } from './user.repository.ts';

type StaffWork = SignedInOperation & Pick<Context, 'request' | 'secondFactorRoles'>;

export async function getFactors(work: StaffWork, id: number) {
  return listFactors(work, await userTable.get(work.read, id));
}

/** Also ends the sessions, because the lost device may have one. @throws {NotFound}, {Conflict} */
export async function removeFactors(work: StaffWork, id: number): Promise<{ success: true }> {
  return inTransaction(work, async (inside) => {
    const failHandler = () => new NotFound(noSuchUser);
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const user = await inside.em.findOneOrFail(User, id, { failHandler, lockMode });
    if (!(await dropLost(inside, user))) throw new Conflict(`${user.name} has no second factor.`);
    return { success: true };
  });
}

/** @throws {Error} with one line when nobody has this address, or no second factor */
export async function removeFactorsOf(work: LoggedWork, email: string): Promise<void> {
  await inTransaction(work, async (inside) => {
    const user = await inside.em.findOne(User, { email_key: toEmailKey(email) });
    if (!user) throw new Error(`nobody has the address ${email}`);
    if (!(await dropLost(inside, user))) throw new Error(`${user.email} has no second factor`);
  });
}

async function dropLost(inside: LoggedWork, { id, name, email }: User): Promise<boolean> {
  const removed = await dropFactors(inside, id);
  if (removed === 0) return false;
  await closeOtherSessions(inside, id);
  await recordSecurityEvent(inside, 'factor_removed', { details: { of: id, name, email, removed } });
  return true;
}
