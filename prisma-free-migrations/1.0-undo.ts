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
