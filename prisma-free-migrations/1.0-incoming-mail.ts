import { sql } from 'kysely';
import { addColumns, createIndexes, createTable, type Db } from './schema.ts';

/** Mails that come in, and the mailbox in which the server looks for them. */
export async function addIncomingMail(db: Db): Promise<void> {
  await createTable(
    db,
    'incoming_mails',
    {
      id: 'id',
      event_id: 'integer',
      created_at: 'moment',
      name: 'text',
      address: 'text',
      quoted: 'text?',
      remarks: 'json',
      is_automatic: ['boolean', false],
      sender_check: 'text?',
      source_key: 'text?',
      source_bytes: ['integer', 0],
    },
    {
      references: { event_id: 'message_events' },
      indexes: [['event_id'], ['created_at', 'id'], ['source_key']],
    },
  );
  await addColumns(db, 'message_files', { warning: 'text?' });
  // A reply names the Message-ID of the answer.
  await createIndexes(db, 'message_events', [['mail_id']]);
  await createTable(
    db,
    'mailboxes',
    {
      id: 'id',
      name: 'text',
      uid_validity: 'text?',
      last_uid: ['integer', 0],
      looked_at: 'moment?',
      taken: ['integer', 0],
      passed_over: ['integer', 0],
      note: 'text?',
      error: 'text?',
    },
    { unique: [['name']] },
  );
}

/** By the address a person's mails are found, also in messages of others. */
export async function keyIncomingMails(db: Db): Promise<void> {
  await addColumns(db, 'incoming_mails', { email_key: ['text', ''] });
  await sql`update incoming_mails set email_key = lower(address)`.execute(db);
  await createIndexes(db, 'incoming_mails', [['email_key']]);
}
