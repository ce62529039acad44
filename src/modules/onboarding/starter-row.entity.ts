import { defineEntity, p } from '@mikro-orm/core';
import type { ActivityModule } from '../../shared/module-facts.ts';

const StarterRowSchema = defineEntity({
  name: 'StarterRow',
  tableName: 'starter_rows',
  uniques: [{ properties: ['module', 'row_id'] }],
  properties: {
    id: p.integer().primary(),
    /** The name of the module in the activity log. */
    module: p.text().$type<ActivityModule>(),
    row_id: p.integer(),
    /** The hash of the row's content when it was seeded, from `hashRow`. */
    hash: p.text(),
  },
});

/** Records that a row came with the program. The row may have been changed or deleted since. */
export class StarterRow extends StarterRowSchema.class {}

StarterRowSchema.setClass(StarterRow);
