import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BareServerTask } from './bare-server.ts';
import type { Load, Outcome } from './load.ts';

const longestMs = 60_000;

/** The child processes of the measurements. Two of them send requests, and others run plain servers. */
export interface Helpers {
  load(load: Load): Promise<Outcome>;
  /** Runs two loads at the same time, each in its own process. */
  beside(one: Load, other: Load): Promise<[Outcome, Outcome]>;
  /** Starts a plain server, calls `during`, and stops the server. */
  withBare<T>(work: BareServerTask, during: (port: number, pid: number) => Promise<T>): Promise<T>;
  end(): void;
}

export function startHelpers(): Helpers {
  const loader = start('load.ts');
  const other = start('load.ts');
  return {
    load: async (load) => ask<Outcome>(loader, load),
    beside: (...loads) => Promise.all([ask<Outcome>(loader, loads[0]), ask<Outcome>(other, loads[1])]),
    withBare: async (work, during) => {
      const bare = start('bare-server.ts');
      try {
        return await during(await ask<number>(bare, work), bare.pid ?? 0);
      } finally {
        bare.kill();
      }
    },
    end: () => {
      loader.kill();
      other.kill();
    },
  };
}

function start(name: string): ChildProcess {
  return fork(resolve('tests/bench', name));
}

async function ask<T>(child: ChildProcess, question: object): Promise<T> {
  child.send(question);
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([answer]) => answer as T),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('a process that measures has ended');
      }),
      wait(longestMs, undefined, { signal }).then(() => {
        throw new Error(`no answer to ${JSON.stringify(question).slice(0, 300)}`);
      }),
    ]);
  } finally {
    waiting.abort();
  }
}

export function medianOf(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/**
 * Runs the load on each server in turn, for several rounds. Returns the requests per second by round and
 * server.
 * @throws {Error} when a response has neither `status` nor 200
 */
export async function loadInTurns(
  helpers: Helpers,
  load: Omit<Load, 'port'>,
  ports: number[],
  rounds: number,
  status: string,
): Promise<number[][]> {
  const found: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const perSecond: number[] = [];
    for (const port of ports) {
      const outcome = await helpers.load({ ...load, port });
      const statuses = Object.keys(outcome.statuses).filter((each) => each !== status && each !== '200');
      if (statuses.length > 0) throw new Error(`${load.path}: ${JSON.stringify(outcome.statuses)}`);
      perSecond.push(outcome.perSecond);
    }
    found.push(perSecond);
  }
  return found;
}
