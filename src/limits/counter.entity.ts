import { defineEntity, p } from '@mikro-orm/core';

const CounterSchema = defineEntity({
  name: 'Counter',
  tableName: 'try_counters',
  properties: {
    key: p.text().primary(),
    /** Milliseconds of the counted tries, oldest first, separated by commas. */
    moments: p.text(),
    /** When the last try expires. ISO 8601, which sorts by time. */
    forget_at: p.text().index(),
  },
});

export class Counter extends CounterSchema.class {}

CounterSchema.setClass(Counter);
