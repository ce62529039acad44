import type { Database } from '../../database/database.ts';
import { forgetKeys } from '../../locks/used-keys.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { sendNotices } from './notice.service.ts';

export async function maintainInbox(database: Database, mailer: Mailer, now: Date): Promise<void> {
  await forgetKeys({ em: database.fork(), now });
  await sendNotices({ em: database.fork(), mailer, now });
}
