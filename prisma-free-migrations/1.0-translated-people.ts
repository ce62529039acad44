import { addColumns, type Db } from './schema.ts';

/** The language of people, clients and testimonials. */
export async function addLanguages(db: Db): Promise<void> {
  for (const table of ['members', 'clients', 'testimonials']) await addColumns(db, table, { lang: 'text?' });
}
