import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/**
 * Adds second factors and recovery codes. Also adds when the person of a session has last proved their
 * identity.
 */
export class Accounts extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, json, moment } = columnTypes(db);
    await db.schema
      .createTable('factors')
      .addColumn('id', id, asId)
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('secret', 'text')
      .addColumn('credential_id', 'text', (col) => col.notNull())
      .addColumn('public_key', 'text')
      .addColumn('counter', 'integer', (col) => col.notNull())
      .addColumn('transports', json, (col) => col.notNull())
      .addColumn('last_step', 'integer', (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('last_used_at', moment)
      .addForeignKeyConstraint('factors_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('factors_user_id_index').on('factors').column('user_id').execute();
    await db.schema
      .createIndex('factors_credential_id_unique')
      .unique()
      .on('factors')
      .column('credential_id')
      .execute();

    // Null for existing sessions. The person is asked for proof before the first sensitive action.
    await db.schema.alterTable('sessions').addColumn('proved_at', moment).execute();

    // Null for existing events, so that nobody gets a mail about them.
    await db.schema.alterTable('security_events').addColumn('notice_at', moment).execute();
    await db.schema
      .createIndex('security_events_notice_at_index')
      .on('security_events')
      .column('notice_at')
      .execute();

    await db.schema
      .createTable('recovery_codes')
      .addColumn('id', id, asId)
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('code_hash', 'text', (col) => col.notNull())
      .addColumn('used_at', moment)
      .addForeignKeyConstraint('recovery_codes_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('recovery_codes_user_id_index')
      .on('recovery_codes')
      .column('user_id')
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.dropIndex('security_events_notice_at_index').execute();
    await db.schema.alterTable('security_events').dropColumn('notice_at').execute();
    await db.schema.alterTable('sessions').dropColumn('proved_at').execute();
    for (const table of ['recovery_codes', 'factors']) await db.schema.dropTable(table).execute();
  }
}
