import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds the table of rows that were imported from another site. */
export class ImportedItems extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment, json } = columnTypes(db);
    const key = ['source', 'kind', 'external_id'];

    await db.schema
      .createTable('imported_items')
      .addColumn('id', id, asId)
      .addColumn('source', 'text', (col) => col.notNull())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('external_id', 'text', (col) => col.notNull())
      .addColumn('row_id', 'integer', (col) => col.notNull())
      .addColumn('details', json, (col) => col.notNull())
      .addColumn('imported_at', moment, (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('imported_items_source_kind_external_id_unique')
      .unique()
      .on('imported_items')
      .columns(key)
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable('imported_items').execute();
  }
}
