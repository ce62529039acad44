import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds a table of the pictures, such as the logo, that versions of the settings use. */
export class SettingPictures extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId } = columnTypes(db);
    await db.schema
      .createTable('setting_pictures')
      .addColumn('id', id, asId)
      .addColumn('group_name', 'text', (col) => col.notNull())
      .addColumn('version', 'integer', (col) => col.notNull())
      .addColumn('image', 'text', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('setting_pictures_group_name_version_index')
      .on('setting_pictures')
      .columns(['group_name', 'version'])
      .execute();
    await db.schema
      .createIndex('setting_pictures_image_index')
      .on('setting_pictures')
      .column('image')
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable('setting_pictures').execute();
  }
}
