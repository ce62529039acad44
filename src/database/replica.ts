import type { Configuration } from '@mikro-orm/core';
import { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import pg from 'pg';

/** How long a replica that could not be reached is left alone. */
const awayMs = 5000;

/** A PostgreSQL that follows the primary, and may be behind it or away at any time. */
export interface Replica {
  /** Whether it shows everything that was written up to a position of the primary; false also while it is away. */
  hasReached(position: bigint): Promise<boolean>;
  /** @throws what PostgreSQL says; what is lost with the connection, the primary may still answer */
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  close(): Promise<void>;
}

/** Makes the pool of a replica, with the settings of the primary's. It connects when it is asked. */
export function openReplica(config: Configuration, clientUrl: string): Replica {
  const { pool, driverOptions } = config.getAll();
  const connection = new PostgreSqlConnection(
    config,
    // The hook for what is written on a connection has nothing to do here.
    { clientUrl, pool, driverOptions, onCreateConnection: async () => {} },
    'read',
  );
  const client = connection.getClient();
  let awayUntil = 0;
  let isMissed = false;

  const lose = (reason: unknown) => {
    awayUntil = performance.now() + awayMs;
    if (isMissed) return;
    isMissed = true;
    const { hostname, port } = new URL(clientUrl);
    const words = reason instanceof Error ? reason.message : reason;
    process.emitWarning(`the read replica ${hostname}:${port} is not used: ${words}`);
  };

  const ask = async (): Promise<bigint> => {
    const { rows } = await sql<{ position: string | null }>`
      select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position`.execute(
      client,
    );
    const position = rows[0]?.position;
    // One that was promoted follows nobody any more.
    if (!position) throw new Error('it is no standby');
    isMissed = false;
    return BigInt(position);
  };

  return {
    hasReached: async (position) => {
      if (performance.now() < awayUntil) return false;
      try {
        // Asked each time: behind the same address there may be another by now, set up from an older backup.
        return (await ask()) >= position;
      } catch (error) {
        lose(error);
        return false;
      }
    },
    run: async <Row>(query: CompiledQuery) => {
      try {
        return (await client.executeQuery(query)) as QueryResult<Row>;
      } catch (error) {
        if (!isAnswer(error)) lose(error);
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

/** An error that PostgreSQL gives and lives on; class 57P is its end. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith('57P');
}
