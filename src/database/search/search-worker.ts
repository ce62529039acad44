import { workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

// SQLite's library works without giving way, so a long search would hold up every request: it runs in a thread.

/** What the thread is sent. */
export interface SearchTask {
  text: string;
  parameters: readonly unknown[];
}
/** What it answers; an error would lose its code on the way. */
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
