import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/**
 * Adds a copy of the default texts that a site shows. The site then keeps these texts when a later version
 * has other default texts.
 */
export class ShownDefaults extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, json } = columnTypes(db);
    await db.schema
      .createTable('shown_defaults')
      .addColumn('id', id, asId)
      .addColumn('language', 'text', (col) => col.notNull())
      .addColumn('trade', 'text', (col) => col.notNull())
      .addColumn('value', json, (col) => col.notNull())
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable('shown_defaults').execute();
  }
}
