import { defineEntity, p } from '@mikro-orm/core';
import type { Basis } from '../shared/settings/defaults.ts';

const ShownDefaultsSchema = defineEntity({
  name: 'ShownDefaults',
  tableName: 'shown_defaults',
  properties: {
    id: p.integer().primary(),
    language: p.text().$type<Basis['language']>(),
    trade: p.text().$type<Basis['trade']>(),
    /** The default values by group. Another version may have stored groups and fields that this version does not know. */
    value: p.json<Record<string, Record<string, unknown>>>(),
  },
});

/**
 * The default texts that the site shows now, stored to compare them with those of a later version. There is at most one
 * row.
 */
export class ShownDefaults extends ShownDefaultsSchema.class {}

ShownDefaultsSchema.setClass(ShownDefaults);
