import { defineEntity, p } from '@mikro-orm/core';

const ImportedItemSchema = defineEntity({
  name: 'ImportedItem',
  tableName: 'imported_items',
  uniques: [{ properties: ['source', 'kind', 'external_id'] }],
  properties: {
    id: p.integer().primary(),
    /** The site it came from: `wordpress https://example.com`, `ghost`, `atrium`. */
    source: p.text(),
    kind: p.text(),
    /** Its unique name on that site. */
    external_id: p.text(),
    /** The row that it became. That row may have been deleted. */
    row_id: p.integer(),
    /** Facts without a column of ours: the author, the old address, the full title. */
    details: p.json<Record<string, unknown>>(),
    imported_at: p.datetime(),
  },
});

/** The record of an item that was imported from another site. A repeated import finds it and skips the item. */
export class ImportedItem extends ImportedItemSchema.class {}

ImportedItemSchema.setClass(ImportedItem);
