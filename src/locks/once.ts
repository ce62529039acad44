import type { Database } from '../database/database.ts';
import { acquireKey } from './used-keys.ts';

/** Only one instance runs `act` in each period. When `act` fails half-way, the next period does the rest. */
export async function runOncePerPeriod(
  database: Database,
  { name, everyMs, now }: { name: string; everyMs: number; now: Date },
  act: () => Promise<void>,
): Promise<void> {
  if (await acquireKey({ em: database.fork(), now }, `timed:${name}`, everyMs)) await act();
}
