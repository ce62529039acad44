import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Creates users, sessions, the blog and the activity log. */
export class Foundation extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, moment, json } = columnTypes(db);

    await db.schema
      .createTable('users')
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('email', 'text', (col) => col.notNull())
      .addColumn('email_key', 'text', (col) => col.notNull())
      .addColumn('role', 'text', (col) => col.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();
    await db.schema.createIndex('users_email_key_unique').unique().on('users').column('email_key').execute();

    await db.schema
      .createTable('sessions')
      .addColumn('id', id, asId)
      .addColumn('user_id', 'integer', (col) => col.notNull())
      .addColumn('token_hash', 'text', (col) => col.notNull())
      .addColumn('cookie_hash', 'text', (col) => col.notNull())
      .addColumn('is_remembered', boolean, (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('last_used_at', moment, (col) => col.notNull())
      .addColumn('expires_at', moment, (col) => col.notNull())
      .addColumn('user_agent', 'text', (col) => col.notNull())
      .addColumn('address', 'text', (col) => col.notNull())
      .addForeignKeyConstraint('sessions_user_id_foreign', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('sessions_user_id_index').on('sessions').column('user_id').execute();
    for (const column of ['token_hash', 'cookie_hash']) {
      await db.schema
        .createIndex(`sessions_${column}_unique`)
        .unique()
        .on('sessions')
        .column(column)
        .execute();
    }

    await db.schema
      .createTable('posts')
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('title', 'text', (col) => col.notNull())
      .addColumn('excerpt', 'text', (col) => col.notNull())
      .addColumn('content', 'text', (col) => col.notNull())
      .addColumn('category', 'text', (col) => col.notNull())
      .addColumn('featured_image', 'text')
      .addColumn('tags', json, (col) => col.notNull())
      .addColumn('is_published', boolean, (col) => col.notNull())
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();

    await db.schema
      .createTable('activities')
      .addColumn('id', id, asId)
      .addColumn('type', 'text', (col) => col.notNull())
      .addColumn('module', 'text', (col) => col.notNull())
      .addColumn('description', 'text', (col) => col.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('user_name', 'text', (col) => col.notNull())
      .addColumn('item_id', 'integer')
      .addColumn('metadata', json, (col) => col.notNull())
      .addColumn('is_verified', boolean, (col) => col.notNull())
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();

    const indexes: [table: string, columns: string[]][] = [
      ['posts', ['created_at', 'id']],
      ['posts', ['category', 'created_at', 'id']],
      ['posts', ['is_published', 'created_at', 'id']],
      ['activities', ['created_at', 'id']],
      ['activities', ['type', 'created_at', 'id']],
      ['activities', ['module', 'created_at', 'id']],
      ['activities', ['user_id', 'module', 'type', 'item_id', 'created_at']],
    ];
    for (const [table, columns] of indexes) {
      const name = `${table}_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on(table).columns(columns).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of ['activities', 'posts', 'sessions', 'users']) {
      await db.schema.dropTable(table).execute();
    }
  }
}
