import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds the senders whose messages are moved to Spam. */
export class BlockedSenders extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment } = columnTypes(db);
    await db.schema
      .createTable('blocked_senders')
      .addColumn('id', id, asId)
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('sender', 'text', (col) => col.notNull())
      .addColumn('user_name', 'text', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('blocked_senders_sender_unique')
      .unique()
      .on('blocked_senders')
      .column('sender')
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable('blocked_senders').execute();
  }
}
