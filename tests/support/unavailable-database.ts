import { setTimeout as wait } from 'node:timers/promises';
import type { WrittenSite } from './kills.ts';
import { write } from './writers.ts';

/** What was seen while the database was away, in milliseconds. */
export interface Outage {
  /** The slowest answer of a call that needs the database, from the moment on when it was known to be away. */
  slowestRefusal: number;
  /** The slowest before that moment. */
  slowestBefore: number;
  /** From the database's return to the first readiness, and to the first write that is acknowledged. */
  readyAfter: number;
  writesAfter: number;
  /** Answers by status, of a call that needs the database. */
  statuses: Record<string, number>;
  /** What went otherwise than it must. */
  problems: string[];
}

interface Way {
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  milliseconds: number;
  /** So long may pass until the server knows that nobody answers. */
  knownWithinMs: number;
  /** How many times longer than they must answers may take. */
  patience?: number;
}

const gapMs = 100;
const longestMs = 30_000;
/** Eight writers and a visitor are refused that often. */
const mostToldPerSecond = 1_000_000;

/**
 * Takes the database away from a server that eight write to, and gives it back. Asks meanwhile, as visitors, balancers and staff do.
 */
export async function withoutDatabase(site: WrittenSite, way: Way): Promise<Outage> {
  const { server, headers, memory, random } = site;
  const { patience = 1 } = way;
  const outage: Outage = {
    ...{ slowestRefusal: 0, slowestBefore: 0, readyAfter: 0, writesAfter: 0, statuses: {}, problems: [] },
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
  // Known to visitors before; what is kept is answered on.
  for (const path of cachedPages)
    for (let times = 0; times < 2; times += 1) await expect(path, 200, longestMs);

  let isOver = false;
  const place = { url: server.url, headers };
  const writing = write({
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
  while (performance.now() - started < way.milliseconds) {
    const isKnown = performance.now() - started > way.knownWithinMs;
    const [call] = await Promise.all([
      ask('/api/admin/jobs?per_page=1'),
      expect('/healthz', 200, 1000),
      ...(isKnown
        ? [expect('/readyz', 503, 1500), ...cachedPages.map((path) => expect(path, 200, 1000))]
        : []),
    ]);
    outage.statuses[call.status] = (outage.statuses[call.status] ?? 0) + 1;
    if (isKnown) outage.slowestRefusal = Math.max(outage.slowestRefusal, call.ms);
    else outage.slowestBefore = Math.max(outage.slowestBefore, call.ms);
    if (call.status === 503 && !Number(call.retryAfter)) outage.problems.push('a 503 without Retry-After');
    await wait(gapMs);
  }
  // What nobody asked for is not tried, and told of, again and again.
  const perSecond = (server.output().length - told) / (way.milliseconds / 1000);
  if (perSecond > mostToldPerSecond)
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
