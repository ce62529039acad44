import { setTimeout } from 'node:timers/promises';
import type { Ctx } from '../database/ctx.ts';
import { Unavailable } from '../shared/errors.ts';
import { acquireKey } from './used-keys.ts';

type Tables = { used_keys: { key: string; forget_at: string } };
type LeaseCtx = Pick<Ctx, 'em' | 'now'>;

/** How long a lease lasts without a renewal. The lease of a killed process expires before waiting callers give up. */
const leaseMs = 10_000;
const renewMs = 2500;
const lookAgainMs = 50;
const longestWaitMs = 15_000;
/**
 * The maximum number of unanswered renewals that are remembered. More renewals would take longer than the lease lasts.
 */
const maxEnds = 8;

export interface Lease extends AsyncDisposable {
  /**
   * Checks that this process still holds the lease. @throws {Error} when the lease was not renewed for ten seconds,
   * because another process may hold it by now
   */
  expectHeld(): void;
}

/**
 * Acquires a lease. If the caller uses `await using`, the lease is released at the end of the block. A lease needs no
 * transaction, so its holder can wait for a storage without blocking writes. For several leases, call `acquireLeases`.
 * @throws {Unavailable} when the lease is not free within fifteen seconds
 */
export async function acquireLease({ em, now }: LeaseCtx, name: string): Promise<Lease> {
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
  // The values that `forget_at` of the row may have. There are several values, because a renewal may be stored although
  // its response is lost.
  let ends = [forgetAt(until)];
  const renew = async () => {
    const [at, next] = [elapsed(), forgetAt(moment())];
    const mine = [...ends, next];
    ends = mine.slice(-maxEnds);
    const leases = em.fork().getKysely<Tables>().updateTable('used_keys').set({ forget_at: next });
    const { numUpdatedRows } = await leases
      .where('key', '=', key)
      .where('forget_at', 'in', mine)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    takenAt = Math.max(takenAt, at);
    // Keeps the values of later renewals, which may be under way.
    ends = ends.slice(Math.max(0, ends.indexOf(next)));
  };
  // A failed renewal is repeated at the next interval. `expectHeld` counts from the last renewal that was stored.
  const timer = setInterval(() => void renew().catch(() => {}), renewMs).unref();
  return {
    expectHeld: () => {
      if (elapsed() - takenAt > leaseMs) throw new Error(`the lease on ${name} has run out`);
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      const leases = em.fork().getKysely<Tables>().deleteFrom('used_keys');
      await leases
        .where('key', '=', key)
        .where('forget_at', 'in', ends)
        .execute()
        .catch(() => {});
    },
  };
}

/** Acquires several leases in the order of their names, so that no two callers wait for each other. */
export async function acquireLeases(ctx: LeaseCtx, names: readonly string[]): Promise<AsyncDisposable> {
  await using leases = new AsyncDisposableStack();
  for (const name of [...new Set(names)].toSorted()) leases.use(await acquireLease(ctx, name));
  return leases.move();
}

function forgetAt(moment: Date): string {
  return new Date(moment.getTime() + leaseMs).toISOString();
}
