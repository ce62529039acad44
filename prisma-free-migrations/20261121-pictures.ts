import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds a table with facts about the stored pictures. A row without `sized_at` has no scaled versions yet. */
export class Pictures extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { boolean, moment } = columnTypes(db);

    await db.schema
      .createTable('pictures')
      .addColumn('path', 'text', (col) => col.notNull().primaryKey())
      .addColumn('width', 'integer', (col) => col.notNull())
      .addColumn('height', 'integer', (col) => col.notNull())
      .addColumn('bytes', 'integer', (col) => col.notNull())
      .addColumn('colour', 'text', (col) => col.notNull())
      .addColumn('placeholder', 'text', (col) => col.notNull())
      .addColumn('is_animated', boolean, (col) => col.notNull())
      .addColumn('alt', 'text')
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('sized_at', moment)
      .addColumn('claimed_until', moment)
      .addColumn('tries', 'integer', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('pictures_sized_at_created_at_index')
      .on('pictures')
      .columns(['sized_at', 'created_at'])
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable('pictures').execute();
  }
}
