import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

const table = 'albums';

/**
 * Adds the album of the gallery. Its pictures are JSON, in their order. `media_uses` has a row for each
 * picture.
 */
export class Albums extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment, json } = columnTypes(db);
    await db.schema
      .createTable(table)
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('pictures', json, (col) => col.notNull())
      .execute();
    await db.schema.createIndex('albums_name_unique').unique().on(table).column('name').execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<Record<string, { module: string }>>();
    await db.deleteFrom('media_uses').where('module', '=', 'gallery').execute();
    await db.schema.dropTable(table).execute();
  }
}
