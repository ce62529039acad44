import { sql } from 'kysely';
import { addColumns, createIndexes, type Db } from './schema.ts';

/** Reminders, and the order of the panel's list: by what came from outside or was due last. */
export async function orderMessages(db: Db): Promise<void> {
  await addColumns(db, 'messages', {
    last_incoming_at: 'moment?',
    remind_at: 'moment?',
    listed_at: 'moment?',
  });
  await sql`update messages set last_incoming_at = created_at, listed_at = created_at`.execute(db);
  await createIndexes(db, 'messages', [
    ['folder', 'listed_at', 'id'],
    ['folder', 'is_read', 'listed_at', 'id'],
    ['folder', 'state', 'listed_at', 'id'],
    ['folder', 'assignee_id', 'listed_at', 'id', 'state'],
    ['folder', 'kind', 'listed_at', 'id'],
    ['folder', 'about_id', 'listed_at', 'id'],
    ['folder', 'last_incoming_at', 'id'],
  ]);
  await sql`create index messages_remind_at_index on messages (folder, remind_at, id)
    where remind_at is not null`.execute(db);
  // With its condition in the index, a count does not read the rows.
  await sql`drop index messages_with_file_index`.execute(db);
  await sql`create index messages_with_file_index on messages (folder, created_at, id, attachment_name)
    where attachment_name is not null`.execute(db);
}
