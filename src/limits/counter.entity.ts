import { defineEntity, p } from '@mikro-orm/core';

export const CounterSchema = defineEntity({
  name: 'Counter',
  tableName: 'try_counters',
  properties: {
    key: p.text().primary(),
    /** The times of the counted tries in milliseconds, oldest first, separated by commas. */
    moments: p.text(),
    /** When the last try expires, in ISO 8601. Texts in this format sort by time. */
    forget_at: p.text().index(),
  },
});

export class Counter extends CounterSchema.class {}

CounterSchema.setClass(Counter);
