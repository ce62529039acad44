import { Migration } from '@mikro-orm/migrations';
import type { Kysely } from 'kysely';
import { columnTypes } from './column-types.ts';

const newIndexes: [table: string, columns: string[]][] = [
  ['activities', ['module', 'created_at', 'id']],
  ['activities', ['module', 'type', 'created_at', 'id']],
  ['activities', ['user_id', 'created_at']],
  ['activities', ['created_at', 'type', 'is_verified']],
  ['messages', ['is_spam', 'created_at', 'id']],
  ['messages', ['is_spam', 'is_read', 'created_at', 'id']],
];

/**
 * Adds the inbox. Also adds the columns that connect an entry of the activity log with a program's post about
 * the same change.
 */
export class ActivitiesInbox extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    const { id, asId, boolean, moment, json } = columnTypes(db as unknown as Kysely<unknown>);

    await db.schema.dropIndex('activities_user_id_module_type_item_id_created_at_index').execute();
    await db.schema.dropIndex('activities_module_created_at_id_index').execute();
    // SQLite cannot make a column nullable, so a new nullable column replaces the old column.
    await db.schema.alterTable('activities').renameColumn('module', 'old_module').execute();
    await db.schema.alterTable('activities').addColumn('module', 'text').execute();
    await db
      .updateTable('activities')
      .set((eb) => ({ module: eb.ref('old_module') }))
      .execute();
    await db.schema.alterTable('activities').dropColumn('old_module').execute();
    await db.schema.alterTable('activities').addColumn('item_name', 'text').execute();
    await db.schema.alterTable('activities').addColumn('changes', json).execute();
    await db.schema
      .alterTable('activities')
      .addColumn('has_caller_post', boolean, (col) => col.notNull().defaultTo(false))
      .execute();

    await db.schema
      .createTable('messages')
      .addColumn('id', id, asId)
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('subject', 'text', (col) => col.notNull())
      .addColumn('message', 'text', (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('email', 'text', (col) => col.notNull())
      .addColumn('phone', 'text')
      .addColumn('details', json, (col) => col.notNull())
      .addColumn('attachment_name', 'text')
      .addColumn('attachment_key', 'text')
      .addColumn('is_read', boolean, (col) => col.notNull())
      .addColumn('is_spam', boolean, (col) => col.notNull())
      .addColumn('spam_reasons', json)
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();

    for (const [table, columns] of newIndexes) {
      const name = `${table}_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on(table).columns(columns).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    await db.schema.dropTable('messages').execute();
    for (const [table, columns] of newIndexes) {
      if (table !== 'messages') await db.schema.dropIndex(`${table}_${columns.join('_')}_index`).execute();
    }
    for (const column of ['item_name', 'changes', 'has_caller_post']) {
      await db.schema.alterTable('activities').dropColumn(column).execute();
    }
    await db.schema.alterTable('activities').renameColumn('module', 'old_module').execute();
    await db.schema
      .alterTable('activities')
      .addColumn('module', 'text', (col) => col.notNull().defaultTo(''))
      .execute();
    await db
      .updateTable('activities')
      .set((eb) => ({ module: eb.ref('old_module') }))
      .where('old_module', 'is not', null)
      .execute();
    await db.schema.alterTable('activities').dropColumn('old_module').execute();
    for (const columns of [
      ['module', 'created_at', 'id'],
      ['user_id', 'module', 'type', 'item_id', 'created_at'],
    ]) {
      const name = `activities_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on('activities').columns(columns).execute();
    }
  }
}

interface Tables {
  activities: { module: string | null; old_module: string | null };
}
