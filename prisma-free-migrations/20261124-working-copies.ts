import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

const table = 'working_copies';

/** Adds the unsaved contents of forms, so that their authors can continue on another device. */
export class WorkingCopies extends Migration {
  override async up(): Promise<void> {
    const { schema } = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment } = columnTypes(this.getEntityManager().getKysely<unknown>());
    await schema
      .createTable(table)
      .addColumn('id', id, asId)
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('module', 'text', (col) => col.notNull())
      .addColumn('item_id', 'integer')
      .addColumn('opening', 'text', (col) => col.notNull())
      .addColumn('base_version', 'integer')
      .addColumn('fields', 'text', (col) => col.notNull())
      .addColumn('since', moment, (col) => col.notNull())
      .addColumn('saved_at', moment, (col) => col.notNull())
      .addForeignKeyConstraint('working_copies_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await schema
      .createIndex('working_copies_user_id_opening_unique')
      .unique()
      .on(table)
      .columns(['user_id', 'opening'])
      .execute();
    await schema
      .createIndex('working_copies_module_item_id_index')
      .on(table)
      .columns(['module', 'item_id'])
      .execute();
    await schema.createIndex('working_copies_user_id_index').on(table).column('user_id').execute();
    await schema.createIndex('working_copies_saved_at_index').on(table).column('saved_at').execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable(table).execute();
  }
}
