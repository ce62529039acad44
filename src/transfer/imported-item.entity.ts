import { defineEntity, p } from '@mikro-orm/core';

const ImportedItemSchema = defineEntity({
  name: 'ImportedItem',
  tableName: 'imported_items',
  uniques: [{ properties: ['source', 'kind', 'external_id'] }],
  properties: {
    id: p.integer().primary(),
    /** For example `wordpress https://example.com`, `ghost` or `atrium`. */
    source: p.text(),
    kind: p.text(),
    external_id: p.text(),
    /** This row may have been deleted. */
    row_id: p.integer(),
    /** Data for which no column exists, such as the author, the old address and the full title. */
    details: p.json<Record<string, unknown>>(),
    imported_at: p.datetime(),
  },
});

/** Makes a repeated import skip the item. */
export class ImportedItem extends ImportedItemSchema.class {}

ImportedItemSchema.setClass(ImportedItem);
