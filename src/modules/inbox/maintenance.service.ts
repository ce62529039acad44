import type { Database } from '../../database/database.ts';
import { forgetKeys } from '../../locks/used-keys.ts';
import { endOfTrash } from '../../content/trash/trash.repository.ts';
import { Message } from './message.entity.ts';

export async function maintainInbox(database: Database, now: Date): Promise<void> {
  await forgetKeys({ em: database.fork(), now });
  await emptyTrash(database, now);
}

/** Deletes what was moved to the trash more than 30 days ago. The hourly sweep removes the files. */
async function emptyTrash(database: Database, now: Date): Promise<void> {
  await database.fork().nativeDelete(Message, { folder: 'trash', moved_at: { $lte: endOfTrash(now) } });
}
