import { sql } from 'kysely';
import { maxCountedTotal } from '../../shared/page-count.ts';
import type { PageMeta } from '../../shared/pagination.ts';
import { compileOnce } from '../compiled-query.ts';
import type { Connection, Reader } from '../ctx.ts';
import { type AnyQuery, conditionOn, conditionsOf, type Filter, type FilteredTable } from './filters.ts';

export type Total = Pick<PageMeta, 'total' | 'total_is_minimum'>;

export async function cappedCount(read: Connection, rows: AnyQuery<unknown>): Promise<Total> {
  const counted = await cappedCountOf(read, rows).executeTakeFirstOrThrow();
  return toTotal(Number(counted.amount));
}

export function cappedCountOf(read: Connection, rows: AnyQuery<unknown>) {
  return read
    .selectFrom(
      rows
        .select(sql.lit(1).as('one'))
        .limit(sql.lit(maxCountedTotal + 1))
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number | string>().as('amount'));
}

export function toTotal(counted: number): Total {
  return counted > maxCountedTotal ? { total: maxCountedTotal, total_is_minimum: true } : { total: counted };
}

const exactCount = compileOnce((read, blank, shape) => {
  const [name, ...columns] = shape.split(' ');
  const all = read.withTables<Record<string, object>>().selectFrom(name!) as AnyQuery<object>;
  return columns
    .reduce((rows, column) => rows.where(conditionOn(name!, column, blank(column))), all)
    .select((eb) => eb.fn.countAll<number | string>().as('amount'));
});

export async function countRows(read: Reader, name: FilteredTable, filter: Filter = {}): Promise<number> {
  const asked = conditionsOf(name, filter);
  const shape = [name, ...asked.map(([column]) => column)].join(' ');
  const [counted] = await exactCount(read, Object.fromEntries(asked), shape);
  return Number(counted?.amount ?? 0);
}

/**
 * Counts the rows by the value of a column. `by` has every value of `values`. If `hasOthers` is true, `by` also has the
 * values that occur only in rows.
 */
export async function countRowsBy<T extends string>(
  read: Reader,
  name: FilteredTable,
  column: string,
  values: readonly T[],
  { filter = {}, hasOthers = false }: { filter?: Filter; hasOthers?: boolean } = {},
): Promise<{ total: number; by: Record<T, number> }> {
  const all = read.withTables<Record<string, object>>().selectFrom(name) as AnyQuery<object>;
  const grouped = (await conditionsOf(name, filter)
    .reduce((rows, [asked, value]) => rows.where(conditionOn(name, asked, value)), all)
    .select([sql.ref(column).as('value'), (eb) => eb.fn.countAll<number | string>().as('amount')])
    .groupBy(column)
    .execute()) as { value: unknown; amount: number | string }[];
  const amounts = new Map(grouped.map(({ value, amount }) => [value, Number(amount)]));
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
  const others = hasOthers ? [...amounts.keys()].filter((value) => !values.includes(value as T)) : [];
  const by = Object.fromEntries(
    [...values, ...(others as T[]).sort()].map((value) => [value, amounts.get(value) ?? 0]),
  );
  return { total, by: by as Record<T, number> };
}
