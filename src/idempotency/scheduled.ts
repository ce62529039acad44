import type { Database } from '../database/database.ts';
import { acquireKey } from './used-keys.ts';

/**
 * Runs periodic work on one instance per period. Returns without doing anything on the others. When the work fails half-way, the
 * rest waits for the next period.
 */
export async function runOncePerPeriod(
  database: Database,
  { name, everyMs, now }: { name: string; everyMs: number; now: Date },
  act: () => Promise<void>,
): Promise<void> {
  if (await acquireKey({ em: database.fork(), now }, `timed:${name}`, everyMs)) await act();
}
