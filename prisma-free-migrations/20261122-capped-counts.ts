import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import {
  type Count,
  createCounters,
  isPostgresql,
  type Searched,
  startCounting,
  startSearching,
  stopCounting,
  stopSearching,
} from './listed-tables.ts';

const counted: Searched[] = [
  { table: 'messages', facets: ['is_spam', 'is_read'] },
  { table: 'activities', facets: ['type', 'module'] },
  { table: 'posts', facets: ['category', 'is_published'] },
  { table: 'jobs', facets: ['type', 'is_internship', 'is_active'] },
  { table: 'projects', facets: ['category'] },
  { table: 'members', facets: ['section'] },
  { table: 'users', facets: ['role'] },
];

const counts: Count[] = [
  ...counted.map(({ table, facets }) => ({ name: table, table, facets })),
  { name: 'activity_days', table: 'activities', facets: ['type', 'is_verified'], byDay: true },
];

const searched: Searched[] = counted.map(({ table, facets }) =>
  table === 'activities'
    ? { table, facets: [...facets, 'was_public'], texts: ['search_text', 'open_search_text'] }
    : { table, facets },
);

/**
 * Removes the counters, because rows are now counted on demand. SQLite's full-text tables then contain only
 * the searched texts.
 */
export class CappedCounts extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const count of counts) await stopCounting(db, count);
    await db.schema.dropTable('row_counters').execute();
    await searchBy(db, (table) => ({ ...table, facets: [] }));
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    // Counting the rows takes longer than the usual time limit of a statement.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    await createCounters(db);
    for (const count of counts) await startCounting(db, count);
    await searchBy(db, (table) => table);
  }
}

/** Creates SQLite's full-text tables again, with the columns that `as` returns. */
async function searchBy(db: Kysely<unknown>, as: (table: Searched) => Searched): Promise<void> {
  if (isPostgresql(db)) return;
  for (const table of searched) {
    await stopSearching(db, table);
    await startSearching(db, as(table));
  }
}
