import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

const indexes: [table: string, columns: string[]][] = [
  ['members', ['section', 'id']],
  ['members', ['image']],
  ['jobs', ['created_at', 'id']],
  ['jobs', ['is_active', 'created_at', 'id']],
  ['jobs', ['is_internship', 'type', 'created_at', 'id']],
  ['projects', ['created_at', 'id']],
  ['projects', ['category', 'created_at', 'id']],
  ['projects', ['image']],
  // With this index, the server finds the rows that show a picture before it deletes the picture.
  ['posts', ['featured_image']],
];

export class TeamJobsPortfolio extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, moment, json } = columnTypes(db);

    await db.schema
      .createTable('members')
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('role', 'text', (col) => col.notNull())
      .addColumn('image', 'text')
      .addColumn('description', 'text', (col) => col.notNull())
      .addColumn('expertise', json, (col) => col.notNull())
      .addColumn('section', 'text', (col) => col.notNull())
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();

    await db.schema
      .createTable('jobs')
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('title', 'text', (col) => col.notNull())
      .addColumn('description', 'text', (col) => col.notNull())
      .addColumn('type', 'text', (col) => col.notNull())
      .addColumn('location', 'text', (col) => col.notNull())
      .addColumn('department', 'text', (col) => col.notNull())
      .addColumn('requirements', json, (col) => col.notNull())
      .addColumn('responsibilities', json, (col) => col.notNull())
      .addColumn('is_internship', boolean, (col) => col.notNull())
      .addColumn('duration', 'text')
      .addColumn('is_active', boolean, (col) => col.notNull())
      .addColumn('application_link', 'text', (col) => col.notNull())
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();

    await db.schema
      .createTable('projects')
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('title', 'text', (col) => col.notNull())
      .addColumn('category', 'text', (col) => col.notNull())
      .addColumn('description', 'text', (col) => col.notNull())
      .addColumn('client', 'text', (col) => col.notNull())
      .addColumn('image', 'text')
      .addColumn('technologies', json, (col) => col.notNull())
      .addColumn('search_text', 'text', (col) => col.notNull())
      .execute();

    for (const [table, columns] of indexes) {
      const name = `${table}_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on(table).columns(columns).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.dropIndex('posts_featured_image_index').execute();
    for (const table of ['projects', 'jobs', 'members']) await db.schema.dropTable(table).execute();
  }
}
