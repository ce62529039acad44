import type pg from 'pg';
import type { PostgresqlEvents } from './events/postgresql-events.ts';

const unavailableError = () =>
  Object.assign(new Error('the database answers nothing'), { code: 'ETIMEDOUT' });

/**
 * Gives the check that refuses calls at once while the database takes them and answers nothing, as when its machine stands still or the
 * line to it is dead: each would wait for as long as its caller has patience. Those that wait already are ended.
 */
export function watchAvailability(
  pool: pg.Pool,
  events: Pick<PostgresqlEvents, 'onAvailability'>,
): () => void {
  const clients = new Set<pg.PoolClient>();
  let isUnavailable = false;
  pool.on('acquire', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  events.onAvailability((state) => {
    isUnavailable = state;
    if (!state) return;
    // Saying goodbye would wait for an answer too.
    for (const client of clients) client.connection.stream.destroy(unavailableError());
  });
  return () => {
    if (isUnavailable) throw unavailableError();
  };
}
