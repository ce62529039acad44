import { setTimeout as wait } from 'node:timers/promises';
import type { WrittenSite } from './kill-while-writing.ts';
import { writeContinuously } from './writers.ts';

/** The results of `runDatabaseOutage`. Times are in milliseconds. */
export interface Outage {
  /** The slowest response of a call that needs the database, after the server has detected the outage. */
  slowestRefusal: number;
  /** The slowest response of a call that needs the database, before the server has detected the outage. */
  slowestBefore: number;
  /**
   * `readyAfter` is the time from the end of the outage until the server was ready. `writesAfter` is the time from the
   * end of the outage until the server answered the first call that needs the database.
   */
  readyAfter: number;
  writesAfter: number;
  /** The number of responses to calls that need the database, by status. */
  statuses: Record<string, number>;
  problems: string[];
}

interface Way {
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /**
   * The duration of the outage if the server takes `knownWithinMs` to detect it. If the server detects the outage
   * earlier, the outage also ends earlier.
   */
  milliseconds: number;
  /** How long the server may take to detect the outage. */
  knownWithinMs: number;
  /**
   * The factor by which everything may be slower than usual. If it is `Infinity`, only the limits of 30 seconds for a
   * request and for the detection of the outage remain.
   */
  patience?: number;
}

const gapMs = 100;
const longestMs = 30_000;
/**
 * The maximum growth of the log, in bytes per second. Eight writers and a visitor are refused at a high rate,
 * and each refusal is logged.
 */
const mostToldPerSecond = 1_000_000;

/**
 * Makes the database unavailable for a server with eight writers, while visitors, load balancers and staff send
 * requests.
 */
export async function runDatabaseOutage(site: WrittenSite, way: Way): Promise<Outage> {
  const { server, headers, memory, random } = site;
  const { patience = 1 } = way;
  const outage: Outage = {
    slowestRefusal: 0,
    slowestBefore: 0,
    readyAfter: 0,
    writesAfter: 0,
    statuses: {},
    problems: [],
  };
  const ask = async (path: string) => {
    const started = performance.now();
    const answer = await fetch(server.url + path, {
      headers: path.startsWith('/api/admin') ? headers : {},
      signal: AbortSignal.timeout(longestMs),
    }).catch((error: Error) => ({ status: 0, headers: new Headers(), text: async () => error.message }));
    await answer.text();
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ms: performance.now() - started,
    };
  };
  const expect = async (path: string, status: number, withinMs: number) => {
    const answer = await ask(path);
    if (answer.status !== status) outage.problems.push(`${path} answers ${answer.status}`);
    if (answer.ms > withinMs * patience)
      outage.problems.push(`${path} answers after ${Math.round(answer.ms)} ms`);
  };
  // Reads the pages before the outage, so that the cache still serves them during the outage.
  for (const path of cachedPages)
    for (let times = 0; times < 2; times += 1) await expect(path, 200, longestMs);

  let isOver = false;
  const place = { url: server.url, headers };
  const writing = writeContinuously({
    place,
    memory,
    writers: 8,
    random,
    until: () => isOver,
    goesOn: true,
  });
  await wait(500);
  const started = performance.now();
  const told = server.output().length;
  await way.leave();
  let knownAt = Number.POSITIVE_INFINITY;
  const past = () => performance.now() - started;
  const lasts = way.milliseconds - way.knownWithinMs;
  const knownWithinMs = Math.min(way.knownWithinMs * patience, longestMs);
  while (past() < Math.min(knownAt, knownWithinMs) + lasts) {
    const isKnown = past() > knownAt;
    const [call, readiness] = await Promise.all([
      ask('/api/admin/jobs?per_page=1'),
      ask('/readyz'),
      expect('/healthz', 200, 1000),
      ...(isKnown
        ? [expect('/readyz', 503, 1500), ...cachedPages.map((path) => expect(path, 200, 1000))]
        : []),
    ]);
    outage.statuses[call.status] = (outage.statuses[call.status] ?? 0) + 1;
    if (isKnown) outage.slowestRefusal = Math.max(outage.slowestRefusal, call.ms);
    else outage.slowestBefore = Math.max(outage.slowestBefore, call.ms);
    if (readiness.status === 503) knownAt = Math.min(knownAt, past());
    if (call.status === 503 && !Number(call.retryAfter)) outage.problems.push('a 503 without Retry-After');
    await wait(gapMs);
  }
  if (knownAt > knownWithinMs)
    outage.problems.push(`the outage was detected after ${Math.round(knownAt)} ms`);
  // An outage must not fill the log with retries that no request has caused.
  const perSecond = (server.output().length - told) / (past() / 1000);
  if (perSecond > mostToldPerSecond * patience)
    outage.problems.push(`the log grew by ${Math.round(perSecond)} bytes a second`);
  await way.comeBack();
  const back = performance.now();
  const until = async (path: string) => {
    while ((await ask(path)).status !== 200 && performance.now() - back < longestMs) await wait(20);
    return performance.now() - back;
  };
  outage.readyAfter = await until('/readyz');
  outage.writesAfter = await until('/api/admin/jobs?per_page=1');
  await wait(1000);
  isOver = true;
  await writing;
  if (server.process.exitCode !== null) outage.problems.push('the server has ended');
  return outage;
}

const cachedPages = ['/', '/blog', '/api/blog-posts'];
