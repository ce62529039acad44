import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds links between accounts and persons at the single-sign-on provider. */
export class Sso extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, moment } = columnTypes(db);

    await db.schema
      .createTable('sso_links')
      .addColumn('id', id, asId)
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('issuer', 'text', (col) => col.notNull())
      .addColumn('subject', 'text', (col) => col.notNull())
      .addColumn('email', 'text')
      .addColumn('name', 'text')
      .addColumn('is_email_verified', boolean, (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('last_used_at', moment, (col) => col.notNull())
      .addForeignKeyConstraint('sso_links_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('sso_links_user_id_index').on('sso_links').column('user_id').execute();
    await db.schema
      .createIndex('sso_links_issuer_subject_unique')
      .unique()
      .on('sso_links')
      .columns(['issuer', 'subject'])
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.dropTable('sso_links').execute();
  }
}
