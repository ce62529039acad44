import { defineEntity, p } from '@mikro-orm/core';

const DismissalSchema = defineEntity({
  name: 'Dismissal',
  tableName: 'dismissals',
  uniques: [{ properties: ['name'] }],
  properties: {
    id: p.integer().primary(),
    /** What is no longer offered: `set-up` or `checklist`. Another version may have stored another one. */
    name: p.text(),
    created_at: p.datetime(),
  },
});

/** Records that the admins of a site have finished or dismissed an offer of the dashboard. */
export class Dismissal extends DismissalSchema.class {}

DismissalSchema.setClass(Dismissal);
