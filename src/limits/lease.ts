import { setTimeout } from 'node:timers/promises';
import type { Work } from '../database/work.ts';
import { Unavailable } from '../shared/errors.ts';
import { takeOnce } from './once.ts';

type Tables = { used_keys: { key: string; forget_at: string } };
type LeaseWork = Pick<Work, 'em' | 'now'>;

/** A process that has ended gives its leases back after this. */
const leaseMs = 60_000;
const renewMs = 15_000;
const lookAgainMs = 50;
const longestWaitMs = 15_000;

/** A name that one act has to itself. */
export interface Lease {
  /** @throws when somebody else may have the name by now, because this process stood still for a minute */
  expectHeld(): void;
}

/**
 * Runs an act while no other act has the same name, on any instance, and returns what it returns. No transaction is open meanwhile,
 * so the act may wait for a storage without anybody waiting for it. It must not ask for a second lease: two acts that
 * want each other's names would wait in vain.
 *
 * @throws {Unavailable} when the name is not free within fifteen seconds
 */
export async function withLease<T>(
  { em, now }: LeaseWork,
  name: string,
  act: (lease: Lease) => Promise<T>,
): Promise<T> {
  if (em.isInTransaction()) throw new Error(`the lease on ${name} was asked for inside a transaction`);
  const key = `lease:${name}`;
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  const moment = () => new Date(now.getTime() + elapsed());
  let takenAt = elapsed();
  let until = moment();
  const take = () => {
    [takenAt, until] = [elapsed(), moment()];
    return takeOnce({ em: em.fork(), now: until }, key, leaseMs);
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
  // A renewal that fails is tried again; `expectHeld` counts from the last one that was stored.
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

function forgetAt(moment: Date): string {
  return new Date(moment.getTime() + leaseMs).toISOString();
}
