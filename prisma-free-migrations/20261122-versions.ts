import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

const table = 'versions';

/** Adds the earlier versions of rows, and the library pictures that the texts of these versions show. */
export class Versions extends Migration {
  override async up(): Promise<void> {
    const { schema } = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment, json } = columnTypes(this.getEntityManager().getKysely<unknown>());
    await schema
      .createTable(table)
      .addColumn('id', id, asId)
      .addColumn('module', 'text', (col) => col.notNull())
      .addColumn('item_id', 'integer', (col) => col.notNull())
      .addColumn('number', 'integer', (col) => col.notNull())
      .addColumn('name', 'text')
      .addColumn('changed', json, (col) => col.notNull())
      .addColumn('picture', 'text')
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text')
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('bytes', 'integer', (col) => col.notNull())
      .addColumn('fields', 'text', (col) => col.notNull())
      .execute();
    await schema
      .createIndex('versions_module_item_id_number_unique')
      .unique()
      .on(table)
      .columns(['module', 'item_id', 'number'])
      .execute();
    await schema.createIndex('versions_picture_index').on(table).column('picture').execute();
    await schema
      .createTable('version_pictures')
      .addColumn('version_id', 'integer', (col) => col.notNull())
      .addColumn('media_id', 'integer', (col) => col.notNull())
      .addPrimaryKeyConstraint('version_pictures_pkey', ['version_id', 'media_id'])
      .addForeignKeyConstraint('version_pictures_version_id_foreign', ['version_id'], table, ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await schema
      .createIndex('version_pictures_media_id_index')
      .on('version_pictures')
      .column('media_id')
      .execute();
  }

  override async down(): Promise<void> {
    const { schema } = this.getEntityManager().getKysely<unknown>();
    await schema.dropTable('version_pictures').execute();
    await schema.dropTable(table).execute();
  }
}
