import { defineEntity, p } from '@mikro-orm/core';

const ImportedItemSchema = defineEntity({
  name: 'ImportedItem',
  tableName: 'imported_items',
  uniques: [{ properties: ['source', 'kind', 'external_id'] }],
  properties: {
    id: p.integer().primary(),
    /** `wordpress https://example.com`, `ghost`, `atrium`. */
    source: p.text(),
    kind: p.text(),
    external_id: p.text(),
    /** The row may have been deleted. */
    row_id: p.integer(),
    /** Facts without a column of ours: the author, the old address, the full title. */
    details: p.json<Record<string, unknown>>(),
    imported_at: p.datetime(),
  },
});

/** A repeated import finds the item here and skips it. */
export class ImportedItem extends ImportedItemSchema.class {}

ImportedItemSchema.setClass(ImportedItem);
