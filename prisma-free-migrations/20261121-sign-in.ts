import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/**
 * Adds links for new passwords, counters of attempts, the security log, and secrets that all instances share.
 */
export class SignIn extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, moment, json } = columnTypes(db);

    await db.schema
      .createTable('password_resets')
      .addColumn('id', id, asId)
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('token_hash', 'text', (col) => col.notNull())
      .addColumn('origin', 'text', (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('expires_at', moment, (col) => col.notNull())
      .addForeignKeyConstraint('password_resets_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('password_resets_user_id_index')
      .on('password_resets')
      .column('user_id')
      .execute();
    await db.schema
      .createIndex('password_resets_token_hash_unique')
      .unique()
      .on('password_resets')
      .column('token_hash')
      .execute();

    await db.schema
      .createTable('security_events')
      .addColumn('id', id, asId)
      .addColumn('type', 'text', (col) => col.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text')
      .addColumn('email', 'text')
      .addColumn('address', 'text', (col) => col.notNull())
      .addColumn('details', json, (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('security_events_created_at_id_index')
      .on('security_events')
      .columns(['created_at', 'id'])
      .execute();
    await db.schema
      .createIndex('security_events_type_created_at_index')
      .on('security_events')
      .columns(['type', 'created_at'])
      .execute();

    await db.schema
      .createTable('try_counters')
      .addColumn('key', 'text', (col) => col.notNull().primaryKey())
      .addColumn('moments', 'text', (col) => col.notNull())
      .addColumn('forget_at', 'text', (col) => col.notNull())
      .execute();
    await db.schema
      .createIndex('try_counters_forget_at_index')
      .on('try_counters')
      .column('forget_at')
      .execute();

    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (col) => col.notNull().primaryKey())
      .addColumn('value', 'text', (col) => col.notNull())
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of ['secrets', 'try_counters', 'security_events', 'password_resets']) {
      await db.schema.dropTable(table).execute();
    }
  }
}
