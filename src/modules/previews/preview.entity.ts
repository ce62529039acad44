import { defineEntity, p } from '@mikro-orm/core';
import type { ModuleName } from '../../shared/module-facts.ts';

const PreviewSchema = defineEntity({
  name: 'Preview',
  tableName: 'previews',
  uniques: [{ properties: ['module', 'item_id'] }],
  properties: {
    id: p.integer().primary(),
    module: p.text().$type<ModuleName>(),
    item_id: p.integer(),
    /** A part of each signature. A higher one ends all links of before. */
    generation: p.integer(),
  },
});

/** The links of a row that show its draft. Only rows whose links were withdrawn have an entry. */
export class Preview extends PreviewSchema.class {}

PreviewSchema.setClass(Preview);
