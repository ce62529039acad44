import { setTimeout } from 'node:timers/promises';
import type { OperationContext } from '../database/operation.ts';
import { Unavailable } from '../shared/errors.ts';
import { acquireKey } from './used-keys.ts';

type Tables = { used_keys: { key: string; forget_at: string } };
type LeaseWork = Pick<OperationContext, 'em' | 'now'>;

/** The lease of a killed process expires before waiting callers give up. */
const leaseMs = 10_000;
const renewMs = 2500;
const lookAgainMs = 50;
const longestWaitMs = 15_000;

export interface Lease {
  /** @throws when the lease was not renewed for ten seconds, because another process may hold it by now */
  expectHeld(): void;
}

/**
 * `act` runs outside of a transaction, so it can wait for a storage without blocking writes. Acquire several
 * leases in the order of their names, or two operations could wait for each other.
 * @throws {Unavailable} when the lease is not free within fifteen seconds
 */
export async function withLease<T>(
  { em, now }: LeaseWork,
  name: string,
  act: (lease: Lease) => Promise<T>,
): Promise<T> {
  if (em.isInTransaction()) throw new Error(`the lease on ${name} was requested inside a transaction`);
  const key = `lease:${name}`;
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const moment = () => new Date(now.getTime() + elapsed());
  let takenAt = elapsed();
  let until = moment();
  const take = () => {
    [takenAt, until] = [elapsed(), moment()];
    return acquireKey({ em: em.fork(), now: until }, key, leaseMs);
  };
  while (!(await take())) {
    if (elapsed() > longestWaitMs)
      throw new Unavailable('This is busy. Please try again.', { retryAfter: 10 });
    await setTimeout(lookAgainMs);
  }
  let forget_at = forgetAt(until);
  const held = () =>
    em
      .fork()
      .getKysely<Tables>()
      .updateTable('used_keys')
      .where('key', '=', key)
      .where('forget_at', '=', forget_at);
  const renew = async () => {
    const [at, next] = [elapsed(), forgetAt(moment())];
    const { numUpdatedRows } = await held().set({ forget_at: next }).executeTakeFirst();
    if (numUpdatedRows > 0n) [takenAt, forget_at] = [at, next];
  };
  // `expectHeld` counts from the last renewal that was stored, so a failed renewal is simply repeated.
  const timer = setInterval(() => void renew().catch(() => {}), renewMs).unref();
  try {
    return await act({
      expectHeld: () => {
        if (elapsed() - takenAt > leaseMs) throw new Error(`the lease on ${name} has run out`);
      },
    });
  } finally {
    clearInterval(timer);
    const leases = em.fork().getKysely<Tables>().deleteFrom('used_keys');
    await leases
      .where('key', '=', key)
      .where('forget_at', '=', forget_at)
      .execute()
      .catch(() => {});
  }
}

/** Acquires them in the order of their names, so that no two callers wait for each other. */
export function withLeases<T>(work: LeaseWork, names: readonly string[], act: () => Promise<T>): Promise<T> {
  return [...new Set(names)]
    .toSorted()
    .reduceRight<() => Promise<T>>((next, name) => () => withLease(work, name, next), act)();
}

function forgetAt(moment: Date): string {
  return new Date(moment.getTime() + leaseMs).toISOString();
}
