import { createTable, type Db } from './schema.ts';

/** What other systems call rows, by which programs find them again. */
export async function addExternalIds(db: Db): Promise<void> {
  await createTable(
    db,
    'external_ids',
    {
      id: 'id',
      module: 'text',
      item_id: 'integer',
      external_id: 'text',
      external_hash: 'text?',
      as_of: 'integer',
    },
    {
      unique: [
        ['module', 'item_id'],
        ['module', 'external_id'],
      ],
    },
  );
}
