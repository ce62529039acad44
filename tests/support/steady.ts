import { setTimeout as wait } from 'node:timers/promises';
import type { WrittenSite } from './kill-while-writing.ts';
import { openFilesOf, memoryOf } from './process-facts.ts';
import { visitAtRate } from './visits.ts';
import { writeContinuously } from './writers.ts';

export interface Steadiness {
  requests: number;
  /**
   * The medians of the second and of the last quarter of the run. `memory` is in megabytes. `handles` is the
   * number of open files.
   */
  memory: [early: number, late: number];
  handles: [early: number, late: number];
  /** The number of responses to visitors with a status other than 200, by status. 0 means no response. */
  others: Record<string, number>;
}

const sampleMs = 1000;
const visitsPerSecond = 30;
const signInGapMs = 2000;

export async function runSteadily(site: WrittenSite, milliseconds: number): Promise<Steadiness> {
  const { server, memory, random, headers } = site;
  const until = performance.now() + milliseconds;
  const isOver = () => performance.now() > until;
  const samples: { memory: number; handles: number }[] = [];
  const watch = async () => {
    while (!isOver()) {
      const { pid } = server.process;
      samples.push({ memory: memoryOf(pid), handles: openFilesOf(pid) });
      await wait(sampleMs);
    }
  };
  const signInWrongly = async () => {
    while (!isOver()) {
      const answer = await fetch(`${server.url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'a walk by the river' }),
      });
      await answer.arrayBuffer();
      await wait(signInGapMs);
    }
  };
  const writing = { place: { url: server.url, headers }, memory, writers: 8, random, until: isOver };
  const [visits] = await Promise.all([
    visitAtRate(server.url, visitsPerSecond, isOver),
    writeContinuously(writing),
    signInWrongly(),
    watch(),
  ]);
  const quarter = Math.floor(samples.length / 4);
  const middle = (key: 'memory' | 'handles', from: number, to?: number) => {
    const sorted = samples
      .slice(from, to)
      .map((sample) => sample[key])
      .toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  const both = (key: 'memory' | 'handles'): [number, number] => [
    middle(key, quarter, 2 * quarter),
    middle(key, -quarter),
  ];
  return {
    requests: visits.times.length + memory.requests,
    memory: both('memory'),
    handles: both('handles'),
    others: visits.others,
  };
}
