import type pg from 'pg';
import type { PostgresqlEvents } from './events/postgresql-events.ts';

const unavailableError = () =>
  Object.assign(new Error('the database answers nothing'), { code: 'ETIMEDOUT' });

/** A hanging database accepts connections. This ends waiting calls, and the returned function then throws. */
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
    // Ending the connection properly would wait for a response too.
    for (const client of clients) client.connection.stream.destroy(unavailableError());
  });
  return () => {
    if (isUnavailable) throw unavailableError();
  };
}
