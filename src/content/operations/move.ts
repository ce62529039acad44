import { type RawBuilder, sql } from 'kysely';
import { declareChangedTables } from '../../database/content-version.ts';
import { isPostgresql } from '../../database/is-postgresql.ts';
import { isPlacedSql } from '../../database/list/language-filter.ts';
import { orderByTerms, staffArrangedOrder } from '../../database/list/sort-order.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { lockName } from '../../locks/name-lock.ts';
import { recordActivity, recordUnchangedSave, type UndoneEntry } from '../../log/activities.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import type { ModuleKind } from '../module/module-kind.ts';

/** The least distance of two neighbours between which a row still fits. Below it, the group is renumbered. */
const smallestGap = 0.001;
/** The distance of renumbered rows where positions are times in milliseconds. */
const step = 1000;

interface Move {
  id: number;
  /** The row directly before the new place. Null for the first place. */
  after: number | null;
}

interface Order {
  table: string;
  group: RawBuilder<boolean>;
  key: RawBuilder<unknown>;
  terms: RawBuilder<unknown>;
  isAscending: boolean;
}

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
 * Moves a row in the order that staff arrange. Usually only its own position changes; without room, its whole
 * group is renumbered. Version and time of change stay, so that open forms can still be saved. Returns false if it is
 * there already.
 * @throws {NotFound} when the row does not exist · {RuleBroken} when the row `after` does not exist
 */
export async function moveRow(
  kind: ModuleKind,
  ctx: SignedInCtx,
  { id: moved, after: place }: Move,
  undoes?: UndoneEntry,
): Promise<boolean> {
  const { entity, module, facts } = kind;
  const { missing } = kind.table;
  return inTransaction(ctx, async (tx) => {
    await lockName(tx, `order of ${facts.table}`);
    const row = await tx.em.findOne(entity, { id: await findLeader(kind, tx, moved) });
    if (!row) throw new NotFound(missing);
    const id = row.id;
    const after = place === null ? null : await findLeader(kind, tx, place);
    const subject = kind.subjectOf(row, tx.now);
    const keepPlace = async () => {
      await recordUnchangedSave(tx, module, subject);
      return false;
    };
    if (after === id) return keepPlace();

    const order = orderOf(kind, row);
    const neighbours = await findNeighbours(tx, order, { id, after });
    if (!neighbours) {
      const message = `The ${facts.noun} that should come before is no longer there. Please reload the list.`;
      throw RuleBroken.of('after', message);
    }
    const own = await readOwn(tx, order, id);
    if (isThere(order, own, neighbours)) return keepPlace();
    const former_after = await readIdBefore(tx, order, own);

    declareChangedTables(tx, facts.table);
    let position = await findPlace(tx, order, neighbours);
    if (position === undefined) {
      await renumber(tx, order);
      const renumbered = (await findNeighbours(tx, order, { id, after }))!;
      position = (await findPlace(tx, order, renumbered))!;
    }
    const db = tx.em.getKysely<Tables>();
    const updated = await db
      .updateTable(facts.table)
      .set({ position })
      .where('id', '=', id)
      .executeTakeFirst();
    if (Number(updated.numUpdatedRows) === 0) throw new NotFound(missing);
    await placeTranslations(kind, tx);
    const [old, now] = [await labelOf(tx, kind, former_after), await labelOf(tx, kind, after)];
    const about = { ...subject, verb: 'Moved', facts: { ...subject.facts, former_after } };
    await recordActivity(tx, 'update', module, about, undefined, {
      version_before: row.version,
      version_after: row.version,
      undoes,
      places: { placed_after: { old, new: now } },
    });
    return true;
  });
}

/** Null for the first place. */
async function labelOf(
  tx: Ctx,
  { entity, subjectOf }: ModuleKind,
  id: number | null,
): Promise<string | null> {
  const row = id === null ? null : await tx.em.findOne(entity, { id });
  return row && subjectOf(row, tx.now).label;
}

/** The original of a translation, which has one place with it. */
async function findLeader({ module, facts }: ModuleKind, { em }: Ctx, id: number): Promise<number> {
  if (!facts.isTranslated) return id;
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref('rows.id')} as id from ${sql.table(facts.table)} as rows
    join translations on translations.kind = ${module} and original_id = rows.id where item_id = ${id}`.execute(
    em.getKysely(),
  );
  return rows[0]?.id ?? id;
}

/** Gives translations the places of their originals. */
export async function placeTranslations(
  { module, facts }: ModuleKind,
  { em }: Pick<Ctx, 'em'>,
): Promise<void> {
  if (!facts.isTranslated) return;
  const rows = sql.table(facts.table);
  const place =
    facts.position === 'last' ? sql`coalesce(original.position, original.id)` : sql`original.position`;
  await sql`update ${rows} set position = (
      select ${place} from translations join ${rows} as original on original.id = original_id
      where translations.kind = ${module} and item_id = ${sql.ref(`${facts.table}.id`)})
    where id in (
      select item_id from translations join ${rows} as original on original.id = original_id
      where translations.kind = ${module} and item_id <> original_id)`.execute(em.getKysely());
}

function orderOf({ facts, orderedWithin }: ModuleKind, row: Record<string, unknown>): Order {
  const order = staffArrangedOrder(facts.position!);
  const { key, direction } = order[0]!;
  const isPlaced = isPlacedSql(facts.table);
  return {
    table: facts.table,
    group: orderedWithin
      ? sql<boolean>`${sql.ref(orderedWithin)} = ${row[orderedWithin]} and ${isPlaced}`
      : isPlaced,
    key,
    terms: orderByTerms(order),
    isAscending: direction === 'asc',
  };
}

/** Undefined when the row `after` no longer exists. */
async function findNeighbours(tx: Ctx, order: Order, { id, after }: Move): Promise<Neighbours | undefined> {
  if (after === null) return { before: undefined, next: await readFirst(tx, order, id, sql`true`) };
  const before = await readFirst(tx, order, id, sql`id = ${after}`);
  if (!before) return undefined;
  const sign = sql.raw(order.isAscending ? '>' : '<');
  const isLater = sql`(${order.key}, id) ${sign} (${before.key}, ${before.id})`;
  return { before, next: await readFirst(tx, order, id, isLater) };
}

async function readFirst(
  { em }: Ctx,
  { table, group, key, terms }: Order,
  moved: number,
  condition: RawBuilder<unknown>,
): Promise<Place | undefined> {
  const { rows } = await sql<{ id: number; key: number | string }>`
    select id, ${key} as key from ${sql.table(table)}
    where ${group} and id <> ${moved} and ${condition} order by ${terms} limit 1`.execute(em.getKysely());
  return rows.map((row): Place => ({ id: row.id, key: Number(row.key) }))[0];
}

async function readOwn({ em }: Ctx, { table, key }: Order, id: number): Promise<Place> {
  const { rows } = await sql<{ key: number | string }>`
    select ${key} as key from ${sql.table(table)} where id = ${id}`.execute(em.getKysely());
  return { id, key: Number(rows[0]?.key) };
}

async function readIdBefore(
  { em }: Ctx,
  { table, group, key, isAscending }: Order,
  own: Place,
): Promise<number | null> {
  const [sign, direction] = (isAscending ? ['<', 'desc'] : ['>', 'asc']).map((text) => sql.raw(text));
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${group} and (${key}, id) ${sign} (${own.key}, ${own.id})
    order by ${key} ${direction}, id ${direction} limit 1`.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

function isThere(order: Order, own: Place, { before, next }: Neighbours): boolean {
  return (!before || isBefore(order, before, own)) && (!next || isBefore(order, own, next));
}

function isBefore({ isAscending }: Order, one: Place, other: Place): boolean {
  const distance = one.key === other.key ? one.id - other.id : one.key - other.key;
  return isAscending ? distance < 0 : distance > 0;
}

/** Undefined when there is no room. */
async function findPlace(
  tx: Ctx,
  { table, isAscending }: Order,
  { before, next }: Neighbours,
): Promise<number | undefined> {
  const first = before?.key ?? (isAscending ? next!.key - 2 : tx.now.getTime());
  const last = next?.key ?? (isAscending ? await readNextId(tx, table) : before!.key - 2 * step);
  const middle = (first + last) / 2;
  const isBetween = isAscending ? first < middle && middle < last : last < middle && middle < first;
  return isBetween && Math.abs(last - first) >= smallestGap ? middle : undefined;
}

/** All later rows get this id or a higher one. */
async function readNextId({ em }: Ctx, table: string): Promise<number> {
  const { rows } = await sql<{
    id: number | string;
  }>`select max(id) as id from ${sql.table(table)}`.execute(em.getKysely());
  return Number(rows[0]!.id) + 1;
}

async function renumber({ em, now }: Ctx, { table, group, terms, isAscending }: Order): Promise<void> {
  const db = em.getKysely<Tables>();
  const [of, ranked] = [sql.table(table), sql.ref('ranked.place')];
  // Other transactions lock rows in this order too, so there are no deadlocks.
  if (isPostgresql(db)) await sql`select id from ${of} where ${group} order by id for update`.execute(db);
  const position = isAscending ? ranked : sql`${now.getTime()} - ${ranked} * ${sql.lit(step)}`;
  await sql`update ${of} set position = ${position} from
    (select id as ranked_id, row_number() over (order by ${terms}) as place from ${of} where ${group}) as ranked
    where id = ranked_id`.execute(db);
}
