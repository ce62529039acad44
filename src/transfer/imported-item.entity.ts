import { defineEntity, p } from '@mikro-orm/core';

const ImportedItemSchema = defineEntity({
  name: 'ImportedItem',
  tableName: 'imported_items',
  uniques: [{ properties: ['source', 'kind', 'external_id'] }],
  properties: {
    id: p.integer().primary(),
    /** The site it came from: `wordpress https://example.com`, `ghost`, `atrium`. */
    source: p.text(),
    /** What it was there: `post`. */
    kind: p.text(),
    /** The name that the other site never gives twice. */
    external_id: p.text(),
    /** The row that it became here; that row may be gone since. */
    row_id: p.integer(),
    /** What we have no place for: who wrote it, where it stood, its whole title. */
    details: p.json<Record<string, unknown>>(),
    imported_at: p.datetime(),
  },
});

/** Something that was taken over from another site: whoever imports again finds it by this, and adds nothing. */
export class ImportedItem extends ImportedItemSchema.class {}

ImportedItemSchema.setClass(ImportedItem);
