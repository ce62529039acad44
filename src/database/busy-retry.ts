import { setTimeout } from 'node:timers/promises';

const longestWaitMs = 5000;
const shortestPauseMs = 1;
const longestPauseMs = 25;

/**
 * Does not block the thread. After one caller has waited for the full 5 s, others fail at once while the file stays
 * locked. Otherwise they would wait one after the other. Throws SQLITE_BUSY.
 */
export function createBusyRetry(): <T>(act: () => T) => Promise<T> {
  let busySince = 0;
  let lastBusy = Number.NEGATIVE_INFINITY;
  return async (act) => {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const result = act();
        lastBusy = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        const now = performance.now();
        if (now - lastBusy > longestWaitMs) busySince = now;
        lastBusy = now;
        if (now - busySince > longestWaitMs) throw error;
      }
      await setTimeout(pauseMs);
    }
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
