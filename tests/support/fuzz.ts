import fc from 'fast-check';
import { expect } from 'vitest';
import type { DatabaseKind } from './database.ts';
import { generateRequests } from './fuzz-requests.ts';
import { fuzzSite, type LoopBlock } from './fuzz-site.ts';
import { seed } from './random.ts';

/**
 * `over` counts the requests that block the event loop for longer than this CPU time in milliseconds. Requests with a
 * body of a megabyte or more are left out.
 */
const maxPauseMs = 50;

interface FuzzRun {
  kind: DatabaseKind;
  requests: number;
  limitMs: number;
}

/**
 * Sends random requests to a server. Checks that every response is documented, and that exactly the
 * acknowledged changes are stored. Prints the seed, which `TEST_SEED` can set.
 */
export async function fuzz({ kind, requests, limitMs }: FuzzRun): Promise<FuzzResult> {
  process.stdout.write(`fuzzing ${kind}: ${requests} requests, TEST_SEED=${seed}\n`);
  const { document, tryOut, tally, pauses, acknowledged, close } = await fuzzSite(kind, { limitMs });
  try {
    await fc.assert(fc.asyncProperty(generateRequests(document), tryOut), { numRuns: requests });
    await acknowledged.expectAsAcknowledged();
    const longest = pauses.toSorted((a, b) => b.ms - a.ms);
    const [worst] = longest;
    const told = longest
      .slice(0, 5)
      .map(({ row, bytes, ms }) => `${row}, ${bytes} bytes: ${Math.round(ms)} ms`);
    process.stdout.write(`fuzzed ${kind}: ${inWords(tally)}; longest pauses: ${told.join('; ')}\n`);
    expect(tally.get(500) ?? 0).toBe(0);
    // Requests that are refused early test little. More than 15 % of the requests must therefore succeed, and rate
    // limits may refuse less than 5 %.
    const share = (...statuses: number[]) =>
      statuses.reduce((sum, status) => sum + (tally.get(status) ?? 0), 0) / requests;
    expect(share(200, 201)).toBeGreaterThan(0.15);
    expect(share(429)).toBeLessThan(0.05);
    return { statuses: inWords(tally), worst, over: pauses.filter(({ ms }) => ms > maxPauseMs).length };
  } finally {
    await close();
  }
}

export interface FuzzResult {
  statuses: string;
  worst: LoopBlock | undefined;
  over: number;
}

function inWords(tally: Map<number, number>): string {
  const rows = [...tally].toSorted(([a], [b]) => a - b);
  return rows.map(([status, count]) => `${status}: ${count}`).join(', ');
}
