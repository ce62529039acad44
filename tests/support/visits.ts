import { setTimeout as wait } from 'node:timers/promises';

export interface Visits {
  times: number[];
  /** The number of responses with a status other than 200, by status. 0 means no response. */
  others: Record<string, number>;
}

const paths = ['/', '/blog', '/career', '/api/blog-posts?page=1&per_page=12', '/portfolio'];

/**
 * Requests public pages at a fixed rate until `isOver` returns true, however long the responses take. `times`
 * are the durations of successful requests in milliseconds.
 */
export async function visitAtRate(url: string, perSecond: number, isOver: () => boolean): Promise<Visits> {
  const visits: Visits = { times: [], others: {} };
  const under: Promise<void>[] = [];
  const one = async (path: string) => {
    const started = performance.now();
    const status = await fetch(url + path, { signal: AbortSignal.timeout(30_000) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) visits.times.push(performance.now() - started);
    else visits.others[status] = (visits.others[status] ?? 0) + 1;
  };
  for (let number = 0; !isOver(); number += 1) {
    under.push(one(paths[number % paths.length]!));
    await wait(1000 / perSecond);
  }
  await Promise.all(under);
  return visits;
}

export function visitFor(url: string, perSecond: number, milliseconds: number): Promise<Visits> {
  const until = performance.now() + milliseconds;
  return visitAtRate(url, perSecond, () => performance.now() > until);
}
