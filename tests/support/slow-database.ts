import { setTimeout as wait } from 'node:timers/promises';
import type { WrittenSite } from './kill-while-writing.ts';
import { memoryOf } from './process-facts.ts';
import type { DatabaseProxy } from './database-proxy.ts';
import { type Visits, visitAtRate, visitFor } from './visits.ts';
import { writeContinuously } from './writers.ts';

/** The results of `runWithSlowDatabase`. Times are in milliseconds. */
export interface SlowDatabaseResult {
  /**
   * Visits to public pages before the delay, during the delay without writes, and during the delay with eight
   * writers.
   */
  before: Visits;
  quiet: Visits;
  written: Visits;
  /**
   * The calls that need the database: the number of responses by status, the slowest response, and the
   * highest number of calls that waited at once.
   */
  statuses: Record<string, number>;
  slowest: number;
  mostOpen: number;
  acknowledged: number;
  /** The additional memory of the server during the delay, in megabytes. */
  memory: number;
  /** The time from the end of the delay to the last refused or late response. */
  normalAfter: number;
  problems: string[];
}

const visitsPerSecond = 20;
const callsPerSecond = 5;
const longestMs = 60_000;
/** The time in milliseconds after which a response counts as late. */
const lateMs = 1000;
const afterMs = 8000;

/**
 * Delays the responses of a database. In the first half, the server only reads. In the second half, eight writers write
 * too. Visits and calls come at a fixed rate.
 */
export async function runWithSlowDatabase(
  site: WrittenSite,
  { line, milliseconds, delays }: { line: DatabaseProxy; milliseconds: number; delays: [number, number] },
): Promise<SlowDatabaseResult> {
  const { server, headers, memory, random } = site;
  const problems: string[] = [];
  const statuses: Record<string, number> = {};
  let [slowest, open, mostOpen, isOver, lastBad] = [0, 0, 0, false, 0];

  const call = async () => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    const started = performance.now();
    const signal = AbortSignal.timeout(longestMs);
    const answer = await fetch(`${server.url}/api/admin/jobs?per_page=1`, { headers, signal }).catch(
      () => undefined,
    );
    const text = (await answer?.text().catch(() => '')) ?? '';
    open -= 1;
    const took = performance.now() - started;
    const status = answer?.status ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    slowest = Math.max(slowest, took);
    if (status !== 200 || took > lateMs) lastBad = performance.now();
    if (status === 503 && !Number(answer?.headers.get('retry-after')))
      problems.push('a 503 without Retry-After');
    if (status !== 200 && status !== 503) problems.push(`a list answers ${status} ${text}`);
  };
  const callOn = async () => {
    const under: Promise<void>[] = [];
    while (!isOver) {
      under.push(call());
      await wait(1000 / callsPerSecond);
    }
    await Promise.all(under);
  };

  await visitFor(server.url, visitsPerSecond, 1000);
  const before = await visitFor(server.url, visitsPerSecond, 3000);
  const heldBefore = memoryOf(server.process.pid);
  line.delay(...delays);
  const calling = callOn();
  const quiet = await visitFor(server.url, visitsPerSecond, milliseconds / 2);
  const place = { url: server.url, headers };
  const writing = writeContinuously({ place, memory, writers: 8, random, until: () => isOver, goesOn: true });
  const acknowledgedBefore = memory.acknowledged;
  let isSlow = true;
  const visiting = visitAtRate(server.url, visitsPerSecond, () => !isSlow);
  await wait(milliseconds / 2);
  const held = memoryOf(server.process.pid);
  const acknowledged = memory.acknowledged - acknowledgedBefore;
  isSlow = false;
  line.delay(0, 0);
  const back = performance.now();
  await wait(afterMs);
  const refusedSince = memory.refusals.map(({ at }) => at - back);
  const normalAfter = Math.max(0, lastBad - back, ...refusedSince);
  isOver = true;
  const written = await visiting;
  await Promise.all([writing, calling]);
  const { exitCode, signalCode } = server.process;
  if (exitCode !== null || signalCode !== null) problems.push('the server has ended');
  const seen = { acknowledged, statuses, slowest, mostOpen, normalAfter, problems };
  return { ...seen, before, quiet, written, memory: held - heldBefore };
}
