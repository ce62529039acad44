import type pg from 'pg';
import type { PostgresqlEvents } from './events/postgresql-events.ts';

/** Runs `work`, and rejects as soon as the database is known to be unavailable. */
export type WhileAvailable = <T>(work: () => Promise<T>) => Promise<T>;

const unavailableError = () =>
  Object.assign(new Error('the database answers nothing'), { code: 'ETIMEDOUT' });

/**
 * Ends the calls that wait for a hanging database, which accepts connections but does not answer. Returns a function
 * that runs a call only while the database is available.
 */
export function watchAvailability(
  pools: pg.Pool[],
  events: Pick<PostgresqlEvents, 'onAvailability'>,
): WhileAvailable {
  const clients = new Set<pg.PoolClient>();
  const waiting = new Set<(error: Error) => void>();
  let isUnavailable = false;
  for (const pool of pools) {
    pool.on('acquire', (client) => void clients.add(client));
    pool.on('remove', (client) => void clients.delete(client));
  }
  events.onAvailability((state) => {
    isUnavailable = state;
    if (!state) return;
    for (const reject of waiting) reject(unavailableError());
    // Ending the connection properly would wait for a response too.
    for (const client of clients) client.connection.stream.destroy(unavailableError());
  });
  return async (work) => {
    if (isUnavailable) throw unavailableError();
    const { promise, reject } = Promise.withResolvers<never>();
    waiting.add(reject);
    try {
      return await Promise.race([work(), promise]);
    } finally {
      waiting.delete(reject);
    }
  };
}
