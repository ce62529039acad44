import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds the stored responses for repeated requests with an `Idempotency-Key`, and the trash. */
export class Keep extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment, json } = columnTypes(db);

    await db.schema
      .createTable('kept_answers')
      .addColumn('key', 'text', (col) => col.notNull().primaryKey())
      .addColumn('fingerprint', 'text', (col) => col.notNull())
      .addColumn('answer', 'text', (col) => col.notNull())
      .addColumn('forget_at', 'text', (col) => col.notNull())
      .execute();

    await db.schema
      .createTable('trash_items')
      .addColumn('id', id, asId)
      .addColumn('module', 'text', (col) => col.notNull())
      .addColumn('item_id', 'integer', (col) => col.notNull())
      .addColumn('title', 'text', (col) => col.notNull())
      .addColumn('fields', json, (col) => col.notNull())
      .addColumn('picture', 'text')
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('user_name', 'text', (col) => col.notNull())
      .addColumn('deleted_at', moment, (col) => col.notNull())
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();

    const indexes: [table: string, columns: string[]][] = [
      ['kept_answers', ['forget_at']],
      ['trash_items', ['module', 'deleted_at', 'id']],
      ['trash_items', ['deleted_at']],
      ['trash_items', ['picture']],
    ];
    for (const [table, columns] of indexes) {
      const name = `${table}_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on(table).columns(columns).execute();
    }
    await db.schema
      .createIndex('trash_items_module_item_id_unique')
      .on('trash_items')
      .columns(['module', 'item_id'])
      .unique()
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of ['trash_items', 'kept_answers']) await db.schema.dropTable(table).execute();
  }
}
