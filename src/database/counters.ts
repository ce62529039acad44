import { type CountedTable, conditionsOf, countedTables, type Filter } from './counted-tables.ts';
import { blanksFor, listed, putTogetherOnce } from './put-together.ts';
import type { Reader } from './work.ts';

// Triggers keep `row_counters` in the transaction of each change. On PostgreSQL a change adds a row to it, so a count is
// always a sum.

type CounterTable = {
  row_counters: { name: string; day: number; facets: string; amount: number | string };
};

/** How many rows of a kind there are with certain values; a boolean is 0 or 1. */
export interface Counter {
  values: (string | number | null)[];
  day: number;
  amount: number;
}

/** How many rows of a table fit a filter by its counted columns. */
export async function countRows(read: Reader, name: CountedTable, filter: Filter = {}): Promise<number> {
  return sumOf(await countersOf(read, name, filter));
}

/** How many rows of a table that fit a filter have each value of a counted column; each of `values` is present, a boolean as `0` and `1`. */
export async function countRowsBy<T extends string>(
  read: Reader,
  name: CountedTable,
  column: string,
  values: readonly T[],
  filter: Filter = {},
): Promise<{ total: number; by: Record<T, number> }> {
  const counters = await countersOf(read, name, filter);
  const place = (countedTables[name] as readonly string[]).indexOf(column);
  const amountOf = (value: T) => sumOf(counters.filter((counter) => String(counter.values[place]) === value));
  const by = Object.fromEntries(values.map((value) => [value, amountOf(value)])) as Record<T, number>;
  return { total: sumOf(counters), by };
}

const countersFrom = putTogetherOnce((read, blank, shape) =>
  read
    .withTables<CounterTable>()
    .selectFrom('row_counters')
    .select(['name', 'day', 'facets', (eb) => eb.fn.sum<number | string>('amount').as('amount')])
    .where('name', 'in', blanksFor(shape, blank))
    .where('day', '>=', blank('fromDay'))
    .groupBy(['name', 'day', 'facets']),
);

/** The counters of some kinds from a day on, counted since 1970; what is not counted by day stands under day 0. */
export async function readCounters(
  read: Reader,
  names: string[],
  fromDay = 0,
): Promise<(Counter & { name: string })[]> {
  const { values, shape } = listed(names);
  const rows = await countersFrom(read, { ...values, fromDay }, shape);
  return rows.map(({ name, day, facets, amount }) => {
    const counted = (JSON.parse(facets) as (string | number | boolean | null)[]).map((value) =>
      typeof value === 'boolean' ? Number(value) : value,
    );
    return { name, day, values: counted, amount: Number(amount) };
  });
}

/** What some counters come to. */
export function sumOf(counters: Counter[]): number {
  return counters.reduce((sum, { amount }) => sum + amount, 0);
}

async function countersOf(read: Reader, name: CountedTable, filter: Filter): Promise<Counter[]> {
  const facets: readonly string[] = countedTables[name];
  const asked = conditionsOf(name, filter).map(([column, value]) => [facets.indexOf(column), value] as const);
  const counters = await allCountersOf(read, name);
  return counters.filter(({ values }) => asked.every(([place, value]) => values[place] === value));
}

const waiting = new WeakMap<Reader, Map<CountedTable, Promise<Counter[]>>>();

/** A list and the counts beside it ask at the same moment: who asks before the read has begun shares it. */
function allCountersOf(read: Reader, name: CountedTable): Promise<Counter[]> {
  const ofReader = waiting.get(read) ?? new Map<CountedTable, Promise<Counter[]>>();
  waiting.set(read, ofReader);
  const begin = async () => {
    await undefined;
    ofReader.delete(name);
    return readCounters(read, [name]);
  };
  const counters = ofReader.get(name) ?? begin();
  ofReader.set(name, counters);
  return counters;
}
