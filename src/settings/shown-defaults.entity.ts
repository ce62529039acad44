import { defineEntity, p } from '@mikro-orm/core';
import type { DefaultsBasis } from '../shared/settings/defaults.ts';

export const ShownDefaultsSchema = defineEntity({
  name: 'ShownDefaults',
  tableName: 'shown_defaults',
  properties: {
    id: p.integer().primary(),
    language: p.text().$type<DefaultsBasis['language']>(),
    trade: p.text().$type<DefaultsBasis['trade']>(),
    /**
     * The default values by group. Another version of the program may have stored groups and fields that this
     * version lacks.
     */
    value: p.json<Record<string, Record<string, unknown>>>(),
  },
});

/**
 * The default texts of the site at the last start. A later version of the program compares these texts with
 * its own default texts. There is at most one row.
 */
export class ShownDefaults extends ShownDefaultsSchema.class {}

ShownDefaultsSchema.setClass(ShownDefaults);
