import { setTimeout } from 'node:timers/promises';

const longestWaitMs = 5000;
const shortestPauseMs = 1;
const longestPauseMs = 25;

/**
 * Returns a function that retries `act` while the SQLite file is locked, without blocking the thread.
 * @throws the SQLITE_BUSY error of `act` when the file remains locked for 5 s
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
