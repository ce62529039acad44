import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { StoredRow } from '../database/columns.ts';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import { isPostgresql } from '../database/dialect.ts';
import { pictureColumnsOf } from '../database/file-columns.ts';
import type { Table } from '../database/list/table.ts';
import type { IdempotentCtx } from '../idempotency/idempotency.ts';
import type { Subject } from '../log/activities.ts';
import type { PictureUses } from '../pictures/media-uses.ts';
import type { PicturesCtx } from '../pictures/pictures.ts';
import type { Columns, ListedColumn } from '../shared/column-types.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import type { Snapshot, StoredFields } from './versions/stored-versions.ts';

export type EditorCtx = SignedInCtx & IdempotentCtx & PicturesCtx;

export interface StoredEditable {
  id: number;
  version: number;
  updated_at: Date;
  revise(values: Readonly<Record<string, unknown>>, now: Date): void;
}

export interface ContentKind<Row, View> {
  entity: EntityClass<Row>;
  table: Pick<Table<View>, 'missing' | 'get'> & { columnNames: readonly string[] };
  module: ActivityModule;
  /** The columns whose values come from lists of the settings. */
  listed: readonly (ListedColumn & { name: string })[];
  /** The columns of the rows. Some may contain ids of rows of other modules. */
  columns?: Columns;
  /**
   * The path above the pages of the rows, for example '/blog'. Empty when slugs are whole paths. Undefined when the
   * rows have no pages and no slugs.
   */
  folder?: string;
  /** Returns the view of an entity, or of a row that a list has read. */
  toView(row: NoInfer<Row> | StoredRow<NoInfer<View>>): View;
  /** Returns what the activity log stores about a row. `now` decides whether the row counts as public. */
  subjectOf(row: Row, now: Date): Subject;
  /**
   * Returns the ids of the library's pictures in the values of a row, by column. The function is undefined when no
   * column can contain a picture.
   */
  usesOf?(values: object): PictureUses;
  /**
   * Checks the rules for the whole row on every save, except when the row returns from the trash.
   * @throws {RuleBroken} when the row breaks a rule
   */
  expectReady?(tx: Ctx, row: object): Promise<void>;
  /**
   * Checks that this version of the program supports the kind of every block in the row. Blocks that the row had
   * `before` are allowed. @throws {RuleBroken} for a new or changed block of an unknown kind
   */
  expectKnown?(row: object, before?: object): void;
  /**
   * Returns the values that a stored version contains, by column. The function is undefined when versions are not
   * stored.
   */
  fieldsOf?(row: Row): StoredFields;
  /**
   * Deletes rows that would conflict with a row from the trash. Runs in the transaction that restores the row, before
   * the row is inserted.
   */
  prepare?(tx: Ctx, fields: Record<string, unknown>): Promise<void>;
  /** Returns the values of columns that did not exist yet when the row was moved to the trash. */
  earlier?(fields: Record<string, unknown>): Record<string, unknown>;
}

/** Returns the path of the row's own picture, or null. Returns undefined if the entity has no picture column. */
export function pictureOf<Row extends StoredEditable>(
  { em }: Ctx,
  entity: EntityClass<Row>,
  row: Row,
): string | null | undefined {
  const [named, other] = pictureColumnsOf([em.getMetadata().get(entity)]);
  if (other) throw new Error(`${entity.name} has two columns that name pictures: the trash holds one`);
  return named && (row as unknown as Record<string, string | null>)[named.column];
}

export function snapshotOf<Row extends StoredEditable>(
  { entity, fieldsOf, usesOf }: Pick<ContentKind<Row, never>, 'entity' | 'fieldsOf' | 'usesOf'>,
  tx: Ctx,
  row: Row,
): Snapshot | undefined {
  if (!fieldsOf) return undefined;
  const { version, updated_at } = row;
  return {
    number: version,
    updated_at,
    fields: structuredClone(fieldsOf(row)),
    picture: pictureOf(tx, entity, row),
    shown: Object.values(usesOf?.(row) ?? {}).flat(),
  };
}

export function findLocked<Row extends StoredEditable>(
  { em }: Ctx,
  entity: EntityClass<Row>,
  id: number,
): Promise<Row | null> {
  return em.findOne(entity, { id } as FilterQuery<Row>, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
  }) as Promise<Row | null>;
}

/**
 * Locks rows in the order of their ids, which prevents deadlocks. Does nothing on SQLite, where only one transaction
 * writes at a time.
 */
export async function lockRows<Row extends StoredEditable>(
  { em }: Ctx,
  entity: EntityClass<Row>,
  ids: readonly number[],
): Promise<void> {
  const db = em.getKysely<Record<string, { id: number }>>();
  if (ids.length === 0 || !isPostgresql(db)) return;
  const rows = db
    .selectFrom(em.getMetadata().get(entity).tableName)
    .select('id')
    .where('id', 'in', [...ids]);
  await rows.orderBy('id').forUpdate().execute();
}

export function toFields<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Record<string, unknown> {
  const { props } = em.getMetadata().get(entity);
  return JSON.parse(JSON.stringify(Object.fromEntries(props.map(({ name }) => [name, row[name]]))));
}

/** Inserts a row with the id and the version in `fields`. Ignores fields that the entity no longer has. */
export async function insertFields<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  fields: Record<string, unknown>,
): Promise<void> {
  declareChangedTables({ em }, em.getMetadata().get(entity).tableName);
  await em.insert(entity, toStored({ em }, entity, fields) as never);
}

/**
 * Converts the result of `toFields` back to the values of the entity. Leaves out fields that the entity does not have.
 */
export function toStored<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = em
    .getMetadata()
    .get(entity)
    .props.filter(({ name }) => fields[name] !== undefined);
  const values = known.map(({ name, runtimeType }) => {
    const value = fields[name];
    return [name, runtimeType === 'Date' && typeof value === 'string' ? new Date(value) : value];
  });
  return Object.fromEntries(values);
}
