import { defineEntity, p } from '@mikro-orm/core';
import type { ActivityModule } from '../../shared/module-facts.ts';

export const StarterRowSchema = defineEntity({
  name: 'StarterRow',
  tableName: 'starter_rows',
  uniques: [{ properties: ['module', 'row_id'] }],
  properties: {
    id: p.integer().primary(),
    module: p.text().$type<ActivityModule>(),
    row_id: p.integer(),
    /** The hash that `hashRow` returned when the row was seeded. For a picture of the library, its path. */
    hash: p.text(),
  },
});

/** The record that a row is starter content. Staff may have changed or deleted the row since. */
export class StarterRow extends StarterRowSchema.class {}

StarterRowSchema.setClass(StarterRow);
