import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/**
 * Adds API tokens. Also adds to an entry of the activity log the API token with which the change was made.
 */
export class ApiTokens extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, json, moment } = columnTypes(db);
    await db.schema
      .createTable('api_tokens')
      .addColumn('id', id, asId)
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('token_hash', 'text', (col) => col.notNull())
      .addColumn('hint', 'text', (col) => col.notNull())
      .addColumn('scopes', json, (col) => col.notNull())
      .addColumn('per_minute', 'integer', (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('expires_at', moment, (col) => col.notNull())
      .addColumn('last_used_at', moment)
      .addColumn('warned_at', moment)
      .addForeignKeyConstraint('api_tokens_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('api_tokens_user_id_index').on('api_tokens').column('user_id').execute();
    await db.schema
      .createIndex('api_tokens_expires_at_index')
      .on('api_tokens')
      .column('expires_at')
      .execute();
    await db.schema
      .createIndex('api_tokens_token_hash_unique')
      .unique()
      .on('api_tokens')
      .column('token_hash')
      .execute();

    // Null in existing entries, and in entries about changes without an API token.
    await db.schema.alterTable('activities').addColumn('via', 'text').execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.alterTable('activities').dropColumn('via').execute();
    await db.schema.dropTable('api_tokens').execute();
  }
}
