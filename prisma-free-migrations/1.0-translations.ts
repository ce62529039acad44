import { addColumns, createTable, type Db } from './schema.ts';

/** Rows with the same content in several languages, and the language of the form of a message. */
export async function addTranslations(db: Db): Promise<void> {
  await createTable(
    db,
    'translations',
    { kind: 'text', item_id: 'integer', original_id: 'integer', lang: 'text', as_of: 'integer' },
    { primaryKey: ['kind', 'item_id'], unique: [['kind', 'original_id', 'lang']] },
  );
  await addColumns(db, 'messages', { lang: 'text?' });
}
