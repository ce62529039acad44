import { addColumns, createIndexes, type Db } from './schema.ts';

/** The versions of the row that each entry is about, and the entries that take one another back. */
export async function addUndo(db: Db): Promise<void> {
  await addColumns(db, 'activities', {
    version_before: 'integer?',
    version_after: 'integer?',
    undoes: 'integer?',
    undone_by: 'integer?',
  });
  await createIndexes(db, 'activities', [['module', 'item_id', 'created_at', 'id']]);
}

/** The call that an entry belongs to, and indexes for the filters by person and for unconfirmed entries. */
export async function addLogFilters(db: Db): Promise<void> {
  await addColumns(db, 'activities', { call_id: 'integer?' });
  await db.schema.dropIndex('activities_user_id_is_verified_has_caller_post_created_at_index').execute();
  await createIndexes(db, 'activities', [
    ['user_id', 'created_at', 'id'],
    ['is_verified', 'created_at', 'id'],
  ]);
}
