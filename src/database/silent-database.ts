import type pg from 'pg';
import type { PostgresqlSignals } from './postgresql-signals.ts';

const silent = () => Object.assign(new Error('the database answers nothing'), { code: 'ETIMEDOUT' });

/**
 * Gives the check that refuses calls at once while the database takes them and answers nothing, as when its machine stands still or the
 * line to it is dead: each would wait for as long as its caller has patience. Those that wait already are ended.
 */
export function watchSilence(pool: pg.Pool, signals: Pick<PostgresqlSignals, 'onSilence'>): () => void {
  const clients = new Set<pg.PoolClient>();
  let isSilent = false;
  pool.on('acquire', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  signals.onSilence((state) => {
    isSilent = state;
    if (!state) return;
    // Saying goodbye would wait for an answer too.
    for (const client of clients) client.connection.stream.destroy(silent());
  });
  return () => {
    if (isSilent) throw silent();
  };
}
