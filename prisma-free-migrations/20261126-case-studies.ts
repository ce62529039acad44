import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { startListing, stopListing } from './listed-tables.ts';

const notes = ['client_description', 'sector', 'year', 'duration', 'quote', 'quote_person', 'quote_role'];
const stories = ['problem', 'approach', 'outcome'];
const lists = ['services', 'figures', 'gallery'];
const featured = ['is_featured', 'position', 'id', 'published_at', 'unpublish_at'];

const clientIndexes = [
  ['created_at', 'id'],
  ['kind', 'created_at', 'id'],
  ['is_published', 'created_at', 'id'],
  ['kind', 'is_published', 'created_at', 'id'],
  ['position', 'id'],
  ['kind', 'position', 'id'],
  ['is_published', 'position', 'id'],
  ['kind', 'is_published', 'position', 'id'],
  ['sort_title', 'id'],
  ['logo'],
];

/** Adds the texts of a project's case study, the project of a testimonial, and the clients. */
export class CaseStudies extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { id, asId, boolean, moment, json } = columnTypes(db);
    for (const name of notes) await db.schema.alterTable('projects').addColumn(name, 'text').execute();
    for (const name of stories) {
      await db.schema
        .alterTable('projects')
        .addColumn(name, 'text', (col) => col.notNull().defaultTo(''))
        .execute();
    }
    for (const name of lists) {
      await db.schema
        .alterTable('projects')
        .addColumn(name, json, (col) => col.notNull().defaultTo('[]'))
        .execute();
    }
    await db.schema
      .alterTable('projects')
      .addColumn('is_featured', boolean, (col) => col.notNull().defaultTo(sql`false`))
      .execute();
    await db.schema.createIndex(nameOf('projects', featured)).on('projects').columns(featured).execute();
    await db.schema.alterTable('testimonials').addColumn('project_id', 'integer').execute();
    await db.schema
      .createIndex(nameOf('testimonials', ['project_id']))
      .on('testimonials')
      .column('project_id')
      .execute();
    await db.schema
      .createTable('clients')
      .addColumn('id', id, asId)
      .addColumn('version', 'integer', (col) => col.notNull().defaultTo(1))
      .addColumn('created_at', moment, (col) => col.notNull())
      .addColumn('updated_at', moment, (col) => col.notNull())
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('kind', 'text', (col) => col.notNull())
      .addColumn('link', 'text', (col) => col.notNull())
      .addColumn('is_published', boolean, (col) => col.notNull())
      .addColumn('logo', 'text')
      .addColumn('logo_dark', 'integer')
      .addColumn('search_text', 'text', (col) => col.notNull())
      .addColumn('sort_title', 'text', (col) => col.notNull().defaultTo(''))
      .addColumn('position', sql`double precision`, (col) => col.notNull().defaultTo(0))
      .execute();
    for (const columns of clientIndexes) {
      await db.schema.createIndex(nameOf('clients', columns)).on('clients').columns(columns).execute();
    }
    await startListing(db, { table: 'clients' });
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await stopListing(db, { table: 'clients' });
    await db.schema.dropTable('clients').execute();
    await db.schema.dropIndex(nameOf('testimonials', ['project_id'])).execute();
    await db.schema.alterTable('testimonials').dropColumn('project_id').execute();
    await db.schema.dropIndex(nameOf('projects', featured)).execute();
    for (const name of ['is_featured', ...lists, ...stories, ...notes]) {
      await db.schema.alterTable('projects').dropColumn(name).execute();
    }
  }
}

function nameOf(table: string, columns: string[]): string {
  return `${table}_${columns.join('_')}_index`.slice(0, 63);
}
