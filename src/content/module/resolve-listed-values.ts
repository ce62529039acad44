import { sql } from 'kysely';
import type { Reader } from '../../database/ctx.ts';
import { listedColumns } from '../../shared/columns-of-kind.ts';
import type { Columns } from '../../shared/column-types.ts';
import { NotListed } from '../../shared/fields.ts';
import { isStorable } from '../../shared/text-fields.ts';
import { findValue, valuesOf } from '../../shared/settings/choices.ts';
import { endOfDay, isDay } from '../../shared/zoned-time.ts';
import { t } from '../../trpc/init.ts';

/** Longer values are not looked up in stored rows, because no list contains a longer value. */
const maxValue = 200;

/**
 * Returns a middleware that prepares the input. The middleware replaces a former name of a list entry with the current
 * value. It replaces an unknown value with `NotListed`, which the schema refuses. If `table` is given, an unknown value
 * is allowed when a stored row has it. In a column with `isDay`, the middleware replaces a day with the last moment of
 * that day in the site's time zone.
 */
export function resolveListedValues(columns: Columns, table?: string) {
  const listed = listedColumns(columns);
  const days = Object.keys(columns).filter((name) => {
    const column = columns[name]!;
    return column.kind === 'moment' && column.isDay;
  });
  return t.middleware(async ({ ctx, getRawInput, next }) => {
    const raw = await getRawInput();
    if (typeof raw !== 'object' || raw === null) return next();
    const input = raw as Record<string, unknown>;
    const given = listed.filter(({ name }) => input[name] !== undefined && input[name] !== '');
    const givenDays = days.flatMap((name) => {
      const text = input[name];
      return typeof text === 'string' && isDay(text) ? [[name, text] as const] : [];
    });
    if (given.length + givenDays.length === 0) return next();
    const { choices, region } = await ctx.siteSettings.current();
    const resolved = given.map(async ({ name, label, list }) => {
      const text = input[name];
      const value = typeof text === 'string' ? findValue(choices, list, text) : undefined;
      if (value !== undefined) return [name, value];
      if (table && (await isStored(ctx.read, { table, column: name, value: text }))) return [name, text];
      return [name, new NotListed(`${label} must be one of: ${valuesOf(choices, list).join(', ')}`)];
    });
    const ends = givenDays.map(([name, day]) => [name, endOfDay(region.time_zone, day).toISOString()]);
    const all = { ...input, ...Object.fromEntries([...(await Promise.all(resolved)), ...ends]) };
    return next({ getRawInput: async () => all });
  });
}

async function isStored(
  read: Reader,
  { table, column, value }: { table: string; column: string; value: unknown },
): Promise<boolean> {
  if (typeof value !== 'string' || value.length > maxValue || !isStorable(value)) return false;
  const row = await read
    .withTables<Record<string, object>>()
    .selectFrom(table)
    .select(sql.lit(1).as('one'))
    .where(sql.ref(column), '=', value)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
