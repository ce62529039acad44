import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { RuleBroken } from '../../shared/errors.ts';
import { maxId } from '../../shared/fields.ts';
import type { AnyQuery, Filter } from './filters.ts';
import { publicAtKey, stateOfKey } from './public-at.ts';
import { orderTerms, type SortOrder } from './sort-order.ts';

/** Where a page ends: the values by which its last row was sorted, and the id of that row. */
const Place = z.tuple([z.array(z.union([z.string(), z.number(), z.boolean()])), z.int().min(1).max(maxId)]);
type Place = z.output<typeof Place>;

const sumLength = 22;

interface Keyset {
  rows: AnyQuery<object>;
  order: SortOrder;
  /** Identifies the list, its order and its filters. A cursor of another scope is refused. */
  scope: string;
  cursor: string | undefined;
  limit: number;
}

/**
 * Returns the ids of the rows after the cursor. Over all pages, a row appears exactly once, even while other rows are
 * inserted, changed and deleted. This holds for a row that exists the whole time and whose sort value does not change.
 *
 * @throws {RuleBroken} for a cursor of another list, order or filter
 */
export async function readKeyset({
  rows,
  order,
  scope,
  cursor,
  limit,
}: Keyset): Promise<{ ids: number[]; next_cursor: string | undefined }> {
  const { key, second, direction } = order;
  const keys = second ? [key, second] : [key];
  const after = cursor === undefined ? rows : rows.where(isAfter(keys, direction, readCursor(scope, cursor)));
  const found = (await after
    .select(['id', ...keys.map((one, at) => one.as(`key${at}`))])
    .orderBy(orderTerms(order) as RawBuilder<never>)
    .limit(limit + 1)
    .execute()) as ({ id: number } & Record<string, unknown>)[];
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const isEnd = found.length <= limit || last === undefined;
  return {
    ids: page.map(({ id }) => id),
    next_cursor: isEnd
      ? undefined
      : writeCursor(scope, [keys.map((_, at) => last[`key${at}`]), last.id] as Place),
  };
}

/**
 * Returns a filter as part of the scope of a cursor. Leaves out the moment of a filter by state, because each call uses
 * its own time.
 */
export function filterScopeOf(filter: Filter): [string, unknown][] {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, name === publicAtKey || stateOfKey(name) ? true : value]);
}

function isAfter(
  keys: RawBuilder<unknown>[],
  direction: SortOrder['direction'],
  [values, id]: Place,
): RawBuilder<boolean> {
  const sign = sql.raw(direction === 'asc' ? '>' : '<');
  return sql<boolean>`(${sql.join(keys)}, id) ${sign} (${sql.join(values)}, ${id})`;
}

function writeCursor(scope: string, place: Place): string {
  const text = JSON.stringify(place);
  return Buffer.from(sumOf(scope, text) + text).toString('base64url');
}

function readCursor(scope: string, cursor: string): Place {
  const opened = Buffer.from(cursor, 'base64url').toString();
  const text = opened.slice(sumLength);
  if (opened.slice(0, sumLength) === sumOf(scope, text)) return Place.parse(JSON.parse(text));
  throw RuleBroken.of(
    'cursor',
    'This cursor is not of this list with these filters in this order. Begin again without a cursor.',
  );
}

function sumOf(scope: string, text: string): string {
  return hash('sha256', `${scope}\n${text}`, 'base64url').slice(0, sumLength);
}
