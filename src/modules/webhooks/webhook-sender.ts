import type { Ctx } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/table-types.ts';
import { deliveriesQueuedTopic } from '../../log/webhook-queue.ts';
import { type DeliveryCtx, findNextTries, sendDueDeliveries } from './deliveries.ts';

/** For events of other instances that were lost with a connection. */
const longestRestMs = 60_000;

/**
 * Sends deliveries when a commit has queued some and when one is due. A slow receiver delays no other webhook. Returns
 * the function that stops it.
 */
export function startWebhookSender(
  ctx: Omit<DeliveryCtx, 'em' | 'signal'> & { database: Database },
  onError: (error: unknown) => void,
): () => Promise<void> {
  const { database, clock } = ctx;
  const stop = new AbortController();
  const sending = new Map<number, Promise<void>>();
  let wake = () => {};
  const sendTo = async (id: number) => {
    await sendDueDeliveries({ ...ctx, em: database.fork(), signal: stop.signal }, id).catch(onError);
    sending.delete(id);
    wake();
  };
  const sendDue = async (): Promise<number> => {
    const now = clock().getTime();
    const next = (await findNextTries({ em: database.fork() })).filter(
      ({ webhook_id }) => !sending.has(webhook_id),
    );
    for (const { webhook_id, at } of next)
      if (at.getTime() <= now) sending.set(webhook_id, sendTo(webhook_id));
    const waits = next.map(({ at }) => at.getTime() - now).filter((ms) => ms > 0);
    return Math.min(longestRestMs, ...waits);
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      const restMs = await sendDue().catch((error: unknown) => {
        onError(error);
        return longestRestMs;
      });
      const timer = setTimeout(woken.resolve, restMs).unref();
      await woken.promise;
      clearTimeout(timer);
    }
    await Promise.all(sending.values());
  };
  const stopListening = database.events.on(deliveriesQueuedTopic, () => wake());
  const ended = run();
  return async () => {
    stopListening();
    stop.abort();
    wake();
    await ended;
  };
}

const keptMs = 30 * 24 * 60 * 60_000;
const maxKept = 10_000;
const atOnce = 1000;

/** Deletes deliveries after 30 days, and the oldest of more than 10,000, first those that have ended. */
export async function sweepDeliveries({ em, now }: Pick<Ctx, 'em' | 'now'>, limit = maxKept): Promise<void> {
  const db = em.getKysely<Tables>();
  const before = new Date(now.getTime() - keptMs).toISOString();
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute();
  for (;;) {
    const { count } = await db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const excess = Number(count) - limit;
    if (excess <= 0) return;
    const oldest = await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .orderBy((eb) => eb.case().when('state', '=', 'waiting').then(1).else(0).end())
      .orderBy('id')
      .limit(Math.min(excess, atOnce))
      .execute();
    const ids = oldest.map(({ id }) => id);
    await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
  }
}
