import { setTimeout } from 'node:timers/promises';

interface AnyConnection {
  executeQuery(query: { sql: string }, ...more: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How long a change waits for another program that has the file, in all: whoever comes later waits for what is left of it. */
const longestWaitMs = 5000;
const lookAgainMs = 25;

const writing = /^\s*(insert|update|delete|replace|create|alter|drop)\b/i;

/**
 * Lets statements wait for their turn where another program is writing to the file, without holding up anything else: SQLite itself
 * would wait too, but in the thread that answers everybody. Once it has waited for as long as it may, a change fails at once while
 * the file stays taken, so that those who wait don't wait one after the other.
 */
export function waitForTurn(created: unknown): void {
  const connection = created as AnyConnection;
  const execute = connection.executeQuery.bind(connection);
  let takenSince = 0;
  let lastTaken = Number.NEGATIVE_INFINITY;
  connection.executeQuery = async (query, ...more) => {
    for (;;) {
      try {
        const result = await execute(query, ...more);
        if (writing.test(query.sql)) lastTaken = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        const now = performance.now();
        if (!isTaken(error)) throw error;
        if (now - lastTaken > longestWaitMs) takenSince = now;
        lastTaken = now;
        if (now - takenSince > longestWaitMs) throw error;
        await setTimeout(lookAgainMs);
      }
    }
  };
}

/** Not where a transaction has read what has changed since: however long it waits, it can not go on. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}
