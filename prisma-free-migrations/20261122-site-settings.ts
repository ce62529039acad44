import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds the settings of the site. Each save adds a row. */
export class SiteSettings extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment, json } = columnTypes(db);
    await db.schema
      .createTable('site_settings')
      .addColumn('id', id, asId)
      .addColumn('group_name', 'text', (col) => col.notNull())
      .addColumn('version', 'integer', (col) => col.notNull())
      .addColumn('value', json, (col) => col.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('site_settings_group_name_version_unique')
      .unique()
      .on('site_settings')
      .columns(['group_name', 'version'])
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable('site_settings').execute();
  }
}
