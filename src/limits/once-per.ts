import type { Database } from '../database/database.ts';
import { takeOnce } from './once.ts';

/**
 * Runs work that is due now and then, on one instance in each stretch of time; on the others nothing happens. Of work that fails
 * half-way, the rest waits for the next stretch.
 */
export async function oncePer(
  database: Database,
  { name, everyMs, now }: { name: string; everyMs: number; now: Date },
  act: () => Promise<void>,
): Promise<void> {
  if (await takeOnce({ em: database.fork(), now }, `timed:${name}`, everyMs)) await act();
}
