import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

// The thread on which SQLite searches: its library works without giving way, so a long search would hold up every request.

/** What the thread is sent, and what it answers. */
export interface SearchOrder {
  text: string;
  parameters: readonly unknown[];
}
export type SearchReport = { rows: unknown[] } | { failure: { message: string; code: string } };

const { file, busyTimeoutMs } = workerData as { file: string; busyTimeoutMs: number };
const database = new BetterSqlite3(file, { readonly: true, timeout: busyTimeoutMs });

parentPort?.on('message', ({ text, parameters }: SearchOrder) => {
  parentPort?.postMessage(report(text, parameters));
});

function report(text: string, parameters: readonly unknown[]): SearchReport {
  try {
    return { rows: database.prepare(text).all(...parameters) };
  } catch (error) {
    const { message, code } = error as { message: string; code: string };
    return { failure: { message, code } };
  }
}
