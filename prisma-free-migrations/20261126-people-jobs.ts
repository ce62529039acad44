import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { isPostgresql } from './listed-tables.ts';

const texts = {
  jobs: [
    ...['salary_min', 'salary_max', 'salary_currency', 'salary_period'],
    ...['location_type', 'team', 'recruiter', 'what_next'],
  ],
  members: ['linkedin', 'email', 'ask_about'],
};
const byAuthor = 'posts_author_is_published_published_at_id_unpublish_at_index';

/**
 * Adds details of jobs that applicants ask about, contact details of team members, and an index of posts by
 * author.
 */
export class PeopleJobs extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    // Indexing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    await db.schema.alterTable('members').addColumn('photograph', 'integer').execute();
    for (const [table, columns] of Object.entries(texts)) {
      for (const column of columns) await db.schema.alterTable(table).addColumn(column, 'text').execute();
    }
    await db.schema
      .createIndex(byAuthor)
      .on('posts')
      .columns(['author', 'is_published', 'published_at', 'id', 'unpublish_at'])
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<Record<string, { place: string }>>();
    await db.schema.dropIndex(byAuthor).execute();
    await db.deleteFrom('media_uses').where('place', '=', 'photograph').execute();
    await db.schema.alterTable('members').dropColumn('photograph').execute();
    for (const [table, columns] of Object.entries(texts)) {
      for (const column of columns) await db.schema.alterTable(table).dropColumn(column).execute();
    }
  }
}
