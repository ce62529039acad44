import { defineEntity, p } from '@mikro-orm/core';
import type { ModuleName } from '../../shared/module-facts.ts';

export const PreviewSchema = defineEntity({
  name: 'Preview',
  tableName: 'previews',
  uniques: [{ properties: ['module', 'item_id'] }],
  properties: {
    id: p.integer().primary(),
    module: p.text().$type<ModuleName>(),
    item_id: p.integer(),
    /** A number in the signature of each link. A higher number makes all earlier links invalid. */
    generation: p.integer(),
  },
});

/** The state of the links that show the draft of a row. Only rows whose links were withdrawn have an entry. */
export class Preview extends PreviewSchema.class {}

PreviewSchema.setClass(Preview);
