import { sql } from 'kysely';
import { addColumns, createIndexes, type Db } from './schema.ts';

/** Stages of applications. Those from before are new. */
export async function addStages(db: Db): Promise<void> {
  await addColumns(db, 'messages', { stage: 'text?', refused_at: 'moment?' });
  await sql`update messages set stage = 'new' where kind in ('application', 'internship')`.execute(db);
  await createIndexes(db, 'messages', [
    ['folder', 'stage', 'created_at', 'id'],
    ['folder', 'stage', 'listed_at', 'id'],
  ]);
  await sql`create index messages_refused_at_index on messages (refused_at, id)
    where refused_at is not null`.execute(db);
}
