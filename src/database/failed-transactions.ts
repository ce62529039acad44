interface AnyConnection {
  executeQuery(query: { sql: string }, ...more: unknown[]): Promise<{ rows: unknown[] }>;
}

const nothing = { rows: [] };

/**
 * Sees to it that a transaction which fails to begin or to end gives its connection back. Kysely 0.29 keeps it for ever then:
 * one full disk under SQLite, which rolls back by itself, or ten connections that PostgreSQL ended, and no write would ever go
 * through again. It can go when Kysely releases a controlled transaction's connection in these cases.
 */
export function giveBackFailed(created: unknown): void {
  const connection = created as AnyConnection;
  const execute = connection.executeQuery.bind(connection);
  let failedBegin: { error: unknown } | undefined;
  connection.executeQuery = async (query, ...more) => {
    if (query.sql === 'rollback') {
      failedBegin = undefined;
      // It is over already, or the connection is gone and its pool drops it.
      return execute(query, ...more).catch(() => nothing);
    }
    if (failedBegin) throw failedBegin.error;
    if (query.sql !== 'begin') return execute(query, ...more);
    // Told by the first statement inside, whose failure is followed by a rollback.
    return execute(query, ...more).catch((error: unknown) => {
      failedBegin = { error };
      return nothing;
    });
  };
}
