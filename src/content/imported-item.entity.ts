import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../database/columns.ts';

export const ImportedItemSchema = defineEntity({
  name: 'ImportedItem',
  tableName: 'imported_items',
  uniques: [{ properties: ['source', 'kind', 'external_id'] }],
  properties: {
    id: p.integer().primary(),
    /** What the row has no column for, such as the author, the old address and the full title. */
    details: jsonColumn<Record<string, string | number | boolean | null | string[]>>('writing'),
    /** The program and the site: `wordpress https://example.com`, `ghost` or `atrium`. */
    source: textColumn('writing'),
    kind: textColumn('nothing'),
    external_id: textColumn('writing'),
    /** The row may have been deleted. */
    row_id: p.integer(),
    imported_at: p.datetime(),
  },
});

/** Records that an item was imported, so that a repeated import skips it. */
export class ImportedItem extends ImportedItemSchema.class {}

ImportedItemSchema.setClass(ImportedItem);
