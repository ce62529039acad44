import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';
import { startListing, stopListing } from './listed-tables.ts';

const table = 'testimonials';

const indexes = [
  ['created_at', 'id'],
  ['service', 'created_at', 'id'],
  ['is_published', 'created_at', 'id'],
  ['service', 'is_published', 'created_at', 'id'],
  ['portrait'],
];

export class Testimonials extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, moment } = columnTypes(db);
    await db.schema
      .createTable(table)
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('quote', 'text', (col) => col.notNull())
      .addColumn('person', 'text', (col) => col.notNull())
      .addColumn('role', 'text', (col) => col.notNull())
      .addColumn('company', 'text', (col) => col.notNull())
      .addColumn('service', 'text', (col) => col.notNull())
      .addColumn('is_published', boolean, (col) => col.notNull())
      .addColumn('portrait', 'text')
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();
    for (const columns of indexes) {
      const name = `${table}_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on(table).columns(columns).execute();
    }
    await startListing(db, { table });
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await stopListing(db, { table });
    await db.schema.dropTable(table).execute();
  }
}
