import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { RuleBroken } from '../../shared/errors.ts';
import { maxId } from '../../shared/fields.ts';
import type { Connection } from '../ctx.ts';
import { isPostgresql } from '../is-postgresql.ts';
import type { AnySelectQuery, Filter } from './filters.ts';
import { publicAtFilterKey, statesOfKey } from './public-at.ts';
import { lastDirectionOf, type SortOrder, sortedRows } from './sort-order.ts';

/** Where a page ends: the values by which its last row was sorted, and its id. */
const Place = z.tuple([z.array(z.union([z.string(), z.number(), z.boolean()])), z.int().min(1).max(maxId)]);
type Place = z.output<typeof Place>;

const sumLength = 22;

interface Keyset {
  rows: AnySelectQuery<object>;
  order: SortOrder;
  /** The list, its order and its filters. A cursor of another scope is refused. */
  scope: string;
  cursor: string | undefined;
  limit: number;
}

/**
 * Over all pages, a row that exists the whole time and keeps its sort value appears exactly once, whatever happens to
 * other rows.
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
  const keys = order.map(({ key }) => key);
  const after = cursor === undefined ? rows : rows.where(isAfter(order, ...readCursor(scope, cursor)));
  const read = (await sortedRows(after.select(['id', ...keys.map((key, at) => key.as(`key${at}`))]), order)
    .limit(limit + 1)
    .execute()) as ({ id: number } & Record<string, unknown>)[];
  const page = read.slice(0, limit);
  const last = page.at(-1);
  const isEnd = read.length <= limit || last === undefined;
  return {
    ids: page.map(({ id }) => id),
    next_cursor: isEnd
      ? undefined
      : writeCursor(scope, [keys.map((_, at) => last[`key${at}`]), last.id] as Place),
  };
}

/**
 * Leaves out the moment of a filter by state, which differs in each request. Keeps the spelling of earlier versions,
 * so their cursors stay valid.
 */
export function filterScopeOf(read: Connection, filter: Filter): [string, unknown][] {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (name === publicAtFilterKey || statesOfKey(name)) return [name, true];
      const isNumber = typeof value === 'boolean' || (value instanceof Date && !isPostgresql(read));
      return [name, isNumber ? Number(value) : value];
    });
}

/** The condition for rows after this one. If it is deleted, the row with the next lower id replaces it. */
export function isAfterRow(table: string, id: number, order: SortOrder): RawBuilder<boolean> {
  return isAfter(
    order,
    order.map(({ key }) => keyOfRow(table, id, key)),
    id,
  );
}

export function keyOfRow(table: string, id: number, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${key} from ${sql.table(table)} where id <= ${id} and ${key} is not null order by id desc limit 1)`;
}

function isAfter(order: SortOrder, values: readonly unknown[], id: number): RawBuilder<boolean> {
  const last = lastDirectionOf(order);
  const signOf = (direction: typeof last) => sql.raw(direction === 'asc' ? '>' : '<');
  if (order.every(({ direction }) => direction === last)) {
    const keys = sql.join(order.map(({ key }) => key));
    return sql<boolean>`(${keys}, id) ${signOf(last)} (${sql.join(values)}, ${id})`;
  }
  return order.reduceRight<RawBuilder<boolean>>(
    (isBehind, { key, direction }, at) =>
      sql`(${key} ${signOf(direction)} ${values[at]} or ${key} = ${values[at]} and ${isBehind})`,
    sql`id ${signOf(last)} ${id}`,
  );
}

function writeCursor(scope: string, place: Place): string {
  const text = JSON.stringify(place);
  return Buffer.from(sumOf(scope, text) + text).toString('base64url');
}

function readCursor(scope: string, cursor: string): Place {
  const decoded = Buffer.from(cursor, 'base64url').toString();
  const text = decoded.slice(sumLength);
  // Decoding ignores further letters.
  const isWhole = Buffer.from(decoded).toString('base64url') === cursor;
  if (isWhole && decoded.slice(0, sumLength) === sumOf(scope, text)) return Place.parse(JSON.parse(text));
  throw RuleBroken.of(
    'cursor',
    'This cursor is not of this list with these filters in this order. Begin again without a cursor.',
  );
}

function sumOf(scope: string, text: string): string {
  return hash('sha256', `${scope}\n${text}`, 'base64url').slice(0, sumLength);
}
