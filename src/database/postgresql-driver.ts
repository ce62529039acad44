import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { WhileAvailable } from './unavailable-database.ts';

type PooledConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * Releases the connection of a transaction that fails to begin or end. Kysely 0.29 leaks such a connection. Remove
 * `beginTransaction` and `rollbackTransaction` when Kysely releases it.
 */
class PooledDriver extends PostgresDriver {
  readonly #whileAvailable: WhileAvailable;

  constructor(pool: pg.Pool, whileAvailable: WhileAvailable) {
    super({ pool });
    this.#whileAvailable = whileAvailable;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    let connecting: Promise<DatabaseConnection> | undefined;
    try {
      return await this.#whileAvailable(() => {
        connecting = super.acquireConnection();
        return connecting;
      });
    } catch (error) {
      // The caller has given up, but the connection might still open. A connection that opens late is released.
      connecting?.then((late) => this.releaseConnection(late as PooledConnection)).catch(() => {});
      throw error;
    }
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      await this.releaseConnection(connection as PooledConnection);
      throw error;
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The connection is lost, and the transaction too. The pool drops a lost connection when the connection is
      // released.
    }
  }
}

export function pooledDialect(pool: pg.Pool, whileAvailable: WhileAvailable): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool, whileAvailable),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
