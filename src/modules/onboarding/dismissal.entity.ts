import { defineEntity, p } from '@mikro-orm/core';

export const DismissalSchema = defineEntity({
  name: 'Dismissal',
  tableName: 'dismissals',
  uniques: [{ properties: ['name'] }],
  properties: {
    id: p.integer().primary(),
    /**
     * The dismissed offer: `set-up`, `checklist`, or a step of the set-up that was confirmed as it is. Other
     * versions of the program may have stored other names.
     */
    name: p.text(),
    created_at: p.datetime(),
  },
});

/** The record that an admin has dismissed an offer of the dashboard for all admins. */
export class Dismissal extends DismissalSchema.class {}

DismissalSchema.setClass(Dismissal);
