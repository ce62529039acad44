import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { touch } from '../database/content-version.ts';
import { isPostgresql } from '../database/dialect.ts';
import { orderTerms, placedBy } from '../database/list/sort-order.ts';
import { lockName } from '../locks/name-lock.ts';
import type { OperationContext, SignedInOperation } from '../database/operation.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Facts } from '../shared/columns.ts';
import { NotFound, RuleBroken } from '../shared/errors.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import { recordActivity, type Subject } from '../log/activities.service.ts';
import type { StoredEditable } from './kind.ts';

interface OrderParts<Row> {
  entity: EntityClass<Row>;
  facts: Facts;
  /** Rows have their order within each value of this column. Undefined: all rows have one order. */
  within: string | undefined;
  missing: string;
  subjectOf(row: Row, now: Date): Subject;
}

export interface Move {
  id: number;
  /** The row before its new place. Null: it becomes the first one. */
  after: number | null;
}

/** Below this distance, two neighbours have no place between them, and all rows get new positions. */
const smallestGap = 0.001;
/** The distance of renumbered rows, where a position is a time in milliseconds. */
const step = 1000;

type Tables = Record<string, { id: number; position: number }>;
interface Place {
  id: number;
  key: number;
}
interface Neighbours {
  before: Place | undefined;
  next: Place | undefined;
}

/**
 * Returns the function that moves a row. It changes the position of this row alone, and neither its version nor its time of change, so
 * that open forms do not conflict. Undefined for a module whose rows staff cannot order.
 */
export function moverOf<Row extends StoredEditable>({
  entity,
  facts,
  within,
  missing,
  subjectOf,
}: OrderParts<Row>) {
  const { table, noun, log, position: newRows } = facts;
  if (!newRows) return undefined;
  const order = placedBy(newRows);
  const isAscending = order.direction === 'asc';
  const inOrder = orderTerms(order);

  const read = async (
    inside: OperationContext,
    group: RawBuilder<boolean>,
    moved: number,
    also = sql`true`,
  ) => {
    const { rows } = await sql<{ id: number; key: number | string }>`
      select id, ${order.key} as key from ${sql.table(table)}
      where ${group} and id <> ${moved} and ${also} order by ${inOrder} limit 1`.execute(
      inside.em.getKysely(),
    );
    return rows.map(({ id, key }): Place => ({ id, key: Number(key) }))[0];
  };

  const readOwn = async ({ em }: OperationContext, id: number): Promise<Place> => {
    const { rows } = await sql<{ key: number | string }>`
      select ${order.key} as key from ${sql.table(table)} where id = ${id}`.execute(em.getKysely());
    return { id, key: Number(rows[0]?.key) };
  };
  const isBefore = (one: Place, other: Place) => {
    const distance = one.key === other.key ? one.id - other.id : one.key - other.key;
    return isAscending ? distance < 0 : distance > 0;
  };
  const isThere = (own: Place, { before, next }: Neighbours) =>
    (!before || isBefore(before, own)) && (!next || isBefore(own, next));

  /** Returns the position between two neighbours, or undefined when there is no place. */
  const between = async (
    inside: OperationContext,
    { before, next }: Neighbours,
  ): Promise<number | undefined> => {
    const first = before?.key ?? (isAscending ? next!.key - 2 : inside.now.getTime());
    const last = next?.key ?? (isAscending ? await nextId(inside) : before!.key - 2 * step);
    const middle = (first + last) / 2;
    const isBetween = isAscending ? first < middle && middle < last : last < middle && middle < first;
    return isBetween && Math.abs(last - first) >= smallestGap ? middle : undefined;
  };

  /** New rows have at least this id. */
  const nextId = async ({ em }: OperationContext) => {
    const { rows } = await sql<{
      id: number | string;
    }>`select max(id) as id from ${sql.table(table)}`.execute(em.getKysely());
    return Number(rows[0]!.id) + 1;
  };

  const renumber = async ({ em, now }: OperationContext, group: RawBuilder<boolean>) => {
    const db = em.getKysely<Tables>();
    const [of, ranked] = [sql.table(table), sql.ref('ranked.place')];
    // Other transactions lock rows in this order too.
    if (isPostgresql(db)) await sql`select id from ${of} where ${group} order by id for update`.execute(db);
    const position = isAscending ? ranked : sql`${now.getTime()} - ${ranked} * ${sql.lit(step)}`;
    await sql`update ${of} set position = ${position} from
      (select id as ranked_id, row_number() over (order by ${inOrder}) as place from ${of} where ${group}) as ranked
      where id = ranked_id`.execute(db);
  };

  return async (work: SignedInOperation, { id, after }: Move): Promise<void> => {
    await inTransaction(work, async (inside) => {
      await lockName(inside, `order of ${table}`);
      const row = await inside.em.findOne(entity, { id } as FilterQuery<Row>);
      if (!row) throw new NotFound(missing);
      if (after === id) return;
      const value = within && (row as unknown as Record<string, unknown>)[within];
      const group = within ? sql<boolean>`${sql.ref(within)} = ${value}` : sql<boolean>`true`;
      const findNeighbours = async (): Promise<Neighbours> => {
        const before = after === null ? undefined : await read(inside, group, id, sql`id = ${after}`);
        if (after !== null && !before) {
          throw RuleBroken.of(
            'after',
            `The ${noun} that should come before is no longer there. Please reload the list.`,
          );
        }
        const sign = sql.raw(isAscending ? '>' : '<');
        const isLater = before && sql`(${order.key}, id) ${sign} (${before.key}, ${before.id})`;
        return { before, next: await read(inside, group, id, isLater) };
      };
      const first = await findNeighbours();
      if (isThere(await readOwn(inside, id), first)) return;
      touch(inside, table);
      let position = await between(inside, first);
      if (position === undefined) {
        await renumber(inside, group);
        position = (await between(inside, await findNeighbours()))!;
      }
      const db = inside.em.getKysely<Tables>();
      const moved = await db.updateTable(table).set({ position }).where('id', '=', id).executeTakeFirst();
      if (Number(moved.numUpdatedRows) === 0) throw new NotFound(missing);
      await recordActivity(inside, 'update', log as ActivityModule, {
        ...subjectOf(row, inside.now),
        verb: 'Moved',
      });
    });
  };
}
