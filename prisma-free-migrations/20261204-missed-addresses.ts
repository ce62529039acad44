import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds the requested addresses at which visitors found no page. */
export class MissedAddresses extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { moment } = columnTypes(db);
    await db.schema
      .createTable('missed_addresses')
      .addColumn('path', 'text', (col) => col.notNull().primaryKey())
      .addColumn('misses', 'integer', (col) => col.notNull())
      .addColumn('last_at', moment, (col) => col.notNull())
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable('missed_addresses').execute();
  }
}
