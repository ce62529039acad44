import { sql } from 'kysely';
import { createTable, type Db, toMoment } from './schema.ts';

/** Sums of views and visits. They begin only when somebody turns them on, except on a new site. */
export async function addVisits(db: Db): Promise<void> {
  await createTable(
    db,
    'visit_counts',
    { kind: 'text', period: 'text', name: 'text', views: 'integer', visits: 'integer' },
    { primaryKey: ['kind', 'period', 'name'] },
  );
  await turnOffCounting(db);
}

/** A default would count on every site whose settings do not say otherwise. */
async function turnOffCounting(db: Db): Promise<void> {
  const users = await db.selectFrom('users').select('id').limit(1).execute();
  if (users.length === 0) return;
  const last = await db
    .selectFrom('site_settings')
    .select(['version', 'value'])
    .where('group_name', '=', 'privacy')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const stored = typeof last?.value === 'string' ? JSON.parse(last.value) : (last?.value ?? {});
  const value = JSON.stringify({ ...stored, counts_visits: false });
  await sql`insert into site_settings (group_name, version, value, user_name, created_at)
    values ('privacy', ${Number(last?.version ?? 0) + 1}, ${value}, 'Command line', ${toMoment(db, Date.now())})`.execute(
    db,
  );
}
