import { workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

// SQLite blocks its thread, so a long search on the main thread would delay every request.

export interface SearchTask {
  text: string;
  parameters: readonly unknown[];
}
/** An error is reported as data, because an `Error` loses its `code` between threads. */
export type SearchReport = { rows: unknown[] } | { failure: { message: string; code: string } };

const { file, busyTimeoutMs } = workerData as { file: string; busyTimeoutMs: number };
const database = new BetterSqlite3(file, { readonly: true, timeout: busyTimeoutMs });

export default function search({ text, parameters }: SearchTask): SearchReport {
  try {
    return { rows: database.prepare(text).all(...parameters) };
  } catch (error) {
    const { message, code } = error as { message: string; code: string };
    return { failure: { message, code } };
  }
}
