import type { Database } from '../../database/database.ts';
import { forgetKeys } from '../../locks/used-keys.ts';

export async function maintainInbox(database: Database, now: Date): Promise<void> {
  await forgetKeys({ em: database.fork(), now });
}
