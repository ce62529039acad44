import type { Database } from '../../database/database.ts';
import { readNextMoment } from '../../database/moments.ts';
import { inTransaction } from '../../database/transaction.ts';
import { moduleList } from '../../modules.ts';

/** Reports every moment that has passed, also after a downtime. Returns the next moment. */
export async function settleSchedule(database: Database, now: Date): Promise<Date | undefined> {
  for (const { settle } of moduleList) {
    if (!settle) continue;
    const settleSome = () =>
      inTransaction({ em: database.fork(), read: database.read, viewer: null, now }, settle);
    while ((await settleSome()) > 0);
  }
  return readNextMoment(database.read, now);
}
