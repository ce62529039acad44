import { defineEntity, p } from '@mikro-orm/core';

const CounterSchema = defineEntity({
  name: 'Counter',
  tableName: 'try_counters',
  properties: {
    /** What is counted: the budget's name and a hash of whom it belongs to. */
    key: p.text().primary(),
    /** When each counted try was, in milliseconds, oldest first, separated by commas. */
    moments: p.text(),
    /** When none of them counts any more; ISO 8601, which sorts like the moments themselves. */
    forget_at: p.text().index(),
  },
});

/** The tries that one budget has seen of late. */
export class Counter extends CounterSchema.class {}

CounterSchema.setClass(Counter);
