import type { Database } from '../database/database.ts';
import { acquireKey } from './used-keys.ts';

/** Other instances do nothing. When the work fails half-way, the rest is done in the next period. */
export async function runOncePerPeriod(
  database: Database,
  { name, everyMs, now }: { name: string; everyMs: number; now: Date },
  act: () => Promise<void>,
): Promise<void> {
  if (await acquireKey({ em: database.fork(), now }, `timed:${name}`, everyMs)) await act();
}
