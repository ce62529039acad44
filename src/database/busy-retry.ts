import { setTimeout } from 'node:timers/promises';

/** How long a statement waits for another process that has the file. */
const longestWaitMs = 5000;
const shortestPauseMs = 1;
const longestPauseMs = 25;

/**
 * Gives the function that runs a statement as soon as no other process has the file, without blocking the thread meanwhile. Once one has
 * waited for as long as it may, the next fail at once while the file stays busy, so that they do not wait one after the other. What it
 * gives throws SQLITE_BUSY after 5 s.
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
