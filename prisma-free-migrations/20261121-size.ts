import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import {
  type Count,
  createCounters,
  isPostgresql,
  obtainTrigrams,
  startCounting,
  startSearching,
  stopCounting,
  stopSearching,
} from './listed-tables.ts';

const facets: Record<string, string[]> = {
  messages: ['is_spam', 'is_read'],
  activities: ['type', 'module'],
  posts: ['category', 'is_published'],
  jobs: ['type', 'is_internship', 'is_active'],
  projects: ['category'],
  members: ['section'],
  users: ['role'],
};

const counts: Count[] = [
  ...Object.entries(facets).map(([table, columns]) => ({ name: table, table, facets: columns })),
  // The counts for the dashboard's chart.
  { name: 'activity_days', table: 'activities', facets: ['type', 'is_verified'], byDay: true },
];

const indexes: [table: string, columns: string[]][] = [
  ['posts', ['category', 'is_published', 'created_at', 'id']],
  ['jobs', ['is_internship', 'created_at', 'id']],
  ['users', ['created_at', 'id']],
  ['users', ['role', 'created_at', 'id']],
];

/** Adds counters of rows, search indexes, and indexes that lists need. */
export class Size extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    // Counting and indexing the existing rows takes longer than the usual time limit of a statement.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    for (const [table, columns] of indexes) {
      const name = `${table}_${columns.join('_')}_index`;
      await db.schema.createIndex(name).on(table).columns(columns).execute();
    }
    await createCounters(db);
    for (const count of counts) await startCounting(db, count);
    if (isPostgresql(db) && !(await obtainTrigrams(db))) return;
    for (const [table, columns] of Object.entries(facets)) {
      await startSearching(db, { table, facets: columns });
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of Object.keys(facets)) await stopSearching(db, { table });
    for (const count of counts) await stopCounting(db, count);
    await db.schema.dropTable('row_counters').execute();
    for (const [table, columns] of indexes) {
      await db.schema.dropIndex(`${table}_${columns.join('_')}_index`).execute();
    }
  }
}
