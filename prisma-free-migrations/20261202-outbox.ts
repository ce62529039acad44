import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

const mailColumns = ['subject', 'channel', 'mail_state', 'mail_id', 'mail_note'];

/**
 * Turns the table of mails about new messages into an outbox for all mails. Also adds answers to messages,
 * the files of answers, invitations, and each person's settings for notices.
 */
export class Outbox extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, json, moment } = columnTypes(db);

    // The mails that already wait in the table are notices.
    await renameTable(db, 'notice_mails', 'outbox_mails');
    const outbox = sql.table('outbox_mails');
    for (const [column, value] of [
      ['kind', 'notice'],
      ['state', 'queued'],
    ] as const) {
      await db.schema
        .alterTable('outbox_mails')
        .addColumn(column, 'text', (col) => col.notNull().defaultTo(value))
        .execute();
    }
    for (const column of ['from_name', 'mail_id', 'error']) {
      await db.schema.alterTable('outbox_mails').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('outbox_mails').addColumn('headers', json).execute();
    await sql`alter table ${outbox} add column event_id integer null
      constraint outbox_mails_event_id_foreign references message_events (id) on delete cascade`.execute(db);
    await sql`alter table ${outbox} add column user_id integer null
      constraint outbox_mails_user_id_foreign references users (id) on delete cascade`.execute(db);
    for (const column of ['event_id', 'user_id']) {
      await db.schema.createIndex(`outbox_mails_${column}_index`).on('outbox_mails').column(column).execute();
    }

    for (const column of mailColumns) {
      await db.schema.alterTable('message_events').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('message_events').addColumn('mail_at', moment).execute();
    await db.schema
      .createTable('message_files')
      .addColumn('id', id, asId)
      .addColumn('event_id', 'integer', (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('attachment_key', 'text')
      .addColumn('picture', 'text')
      .addColumn('bytes', 'integer', (col) => col.notNull())
      .addForeignKeyConstraint(
        'message_files_event_id_foreign',
        ['event_id'],
        'message_events',
        ['id'],
        (key) => key.onDelete('cascade'),
      )
      .execute();
    for (const column of ['event_id', 'attachment_key']) {
      await db.schema
        .createIndex(`message_files_${column}_index`)
        .on('message_files')
        .column(column)
        .execute();
    }

    await db.schema.alterTable('users').addColumn('invited_at', moment).execute();
    await db.schema
      .createTable('notice_settings')
      .addColumn('user_id', 'integer', (col) => col.notNull().primaryKey())
      .addColumn('messages', 'text', (col) => col.notNull())
      .addColumn('assigned', boolean, (col) => col.notNull())
      .addForeignKeyConstraint('notice_settings_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onUpdate('cascade').onDelete('cascade'),
      )
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.dropTable('notice_settings').execute();
    await db.schema.alterTable('users').dropColumn('invited_at').execute();
    await db.schema.dropTable('message_files').execute();
    // The earlier version would send every mail as a notice. Sending an answer twice would be worse than not
    // sending it.
    await sql`delete from outbox_mails where kind <> 'notice' or state <> 'queued'`.execute(db);
    for (const column of ['event_id', 'user_id']) {
      await db.schema.dropIndex(`outbox_mails_${column}_index`).execute();
    }
    for (const column of [
      'kind',
      'state',
      'from_name',
      'mail_id',
      'error',
      'headers',
      'event_id',
      'user_id',
    ]) {
      await db.schema.alterTable('outbox_mails').dropColumn(column).execute();
    }
    await renameTable(db, 'outbox_mails', 'notice_mails');
    for (const column of [...mailColumns, 'mail_at']) {
      await db.schema.alterTable('message_events').dropColumn(column).execute();
    }
  }
}

/**
 * Renames a table with its index, its primary key and its sequence. The result is the same as if the table
 * had always had the new name.
 */
async function renameTable(db: Kysely<unknown>, from: string, to: string): Promise<void> {
  await db.schema.dropIndex(`${from}_next_try_at_index`).execute();
  await db.schema.alterTable(from).renameTo(to).execute();
  await db.schema.createIndex(`${to}_next_try_at_index`).on(to).column('next_try_at').execute();
  if (!isPostgresql(db)) return;
  await sql`alter index ${sql.ref(`${from}_pkey`)} rename to ${sql.ref(`${to}_pkey`)}`.execute(db);
  await sql`alter sequence ${sql.ref(`${from}_id_seq`)} rename to ${sql.ref(`${to}_id_seq`)}`.execute(db);
}
