import type { Database } from '../../src/database/database.ts';
import type { MessageFolder } from '../../src/shared/enumerations.ts';
import { foldText } from '../../src/shared/fold-text.ts';

const batch = 500;

export interface InsertedMessage {
  subject: string;
  created_at: Date;
  is_read?: boolean;
  folder?: MessageFolder;
}

/** Inserts messages without the entity manager, because that is much faster. */
export async function insertMessages({ kind, fork }: Database, messages: InsertedMessage[]): Promise<void> {
  const toMoment = (moment: Date) => (kind === 'sqlite' ? moment.getTime() : moment);
  const db = fork().getKysely<{ messages: Record<string, string | number | Date> }>();
  for (let start = 0; start < messages.length; start += batch) {
    const rows = messages.slice(start, start + batch).map(({ subject, created_at, is_read, folder }) => ({
      subject,
      created_at: toMoment(created_at),
      last_incoming_at: toMoment(created_at),
      listed_at: toMoment(created_at),
      kind: 'contact',
      message: '',
      name: '',
      email: '',
      // SQLite stores booleans as numbers. PostgreSQL reads the text `1` or `0` as a boolean.
      is_read: Number(is_read ?? false),
      folder: folder ?? 'inbox',
      details: '{}',
      search_text: foldText(subject, '', ''),
    }));
    await db.insertInto('messages').values(rows).execute();
  }
}
