import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds keys that can be used only once in a period, and mails about new messages. */
export class VisitorForms extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId } = columnTypes(db);

    await db.schema
      .createTable('used_keys')
      .addColumn('key', 'text', (col) => col.notNull().primaryKey())
      .addColumn('forget_at', 'text', (col) => col.notNull())
      .execute();
    await db.schema.createIndex('used_keys_forget_at_index').on('used_keys').column('forget_at').execute();

    await db.schema
      .createTable('notice_mails')
      .addColumn('id', id, asId)
      .addColumn('address', 'text', (col) => col.notNull())
      .addColumn('subject', 'text', (col) => col.notNull())
      .addColumn('text', 'text', (col) => col.notNull())
      .addColumn('tries', 'integer', (col) => col.notNull())
      .addColumn('next_try_at', 'text', (col) => col.notNull())
      .addColumn('created_at', 'text', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('notice_mails_next_try_at_index')
      .on('notice_mails')
      .column('next_try_at')
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of ['notice_mails', 'used_keys']) await db.schema.dropTable(table).execute();
  }
}
