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

/** Kysely 0.29 leaks the connection of a transaction that fails to begin or end. Remove when fixed. */
class PooledDriver extends PostgresDriver {
  readonly #expectAnswering: () => void;

  constructor(pool: pg.Pool, expectAnswering: () => void) {
    super({ pool });
    this.#expectAnswering = expectAnswering;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#expectAnswering();
    return super.acquireConnection();
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      await this.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0]);
      throw error;
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The connection is lost and the transaction with it. The pool drops the connection when it is released.
    }
  }
}

export function pooledDialect(pool: pg.Pool, expectAnswering: () => void): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool, expectAnswering),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
