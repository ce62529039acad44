import { addColumns, type Db } from './schema.ts';

/** When the last link to a draft ends. Links from before this migration are not known. */
export async function addPreviewEnds(db: Db): Promise<void> {
  await addColumns(db, 'previews', { shared_until: 'moment?' });
}
