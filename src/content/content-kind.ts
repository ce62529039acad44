import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { StoredRow } from '../database/columns.ts';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import { pictureColumnsOf } from '../database/file-columns.ts';
import type { TableReader } from '../database/list/table.ts';
import type { IdempotentCtx } from '../idempotency/idempotency.ts';
import type { ActivitySubject } from '../log/activities.ts';
import type { PictureUses } from '../pictures/media-uses.ts';
import type { PicturesCtx } from '../pictures/change-pictures.ts';
import type { Columns, ListedColumn } from '../shared/column-types.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import type { RowSnapshot, StoredFields } from './versions/stored-versions.ts';

export type EditorCtx = SignedInCtx & IdempotentCtx & PicturesCtx;

export interface StoredEditable {
  id: number;
  version: number;
  updated_at: Date;
  revise(values: Readonly<Record<string, unknown>>, now: Date): void;
}

export interface ContentKind<Row, View> {
  entity: EntityClass<Row>;
  table: Pick<TableReader<View>, 'missing' | 'get'> & { columnNames: readonly string[] };
  module: ActivityModule;
  /** Columns whose values come from lists of the settings. */
  listed: readonly (ListedColumn & { name: string })[];
  columns?: Columns;
  /** The path above the rows' pages: '/blog'. Empty when slugs are whole paths, undefined without pages. */
  folder?: string;
  toView(row: NoInfer<Row> | StoredRow<NoInfer<View>>): View;
  /** What the activity log stores about a row. `now` decides whether it counts as public. */
  subjectOf(row: Row, now: Date): ActivitySubject;
  /** The ids of the library's pictures in a row, by column. Undefined when no column can contain one. */
  usesOf?(values: object): PictureUses;
  /** Checks rules about the whole row on every save, except a return from the trash. @throws {RuleBroken} */
  expectReady?(tx: Ctx, row: object): Promise<void>;
  /** Refuses blocks of an unknown kind in `row`, except those in `before`. @throws {RuleBroken} */
  expectKnown?(row: object, before?: object): void;
  /** What a stored version contains, by column. Undefined for a kind without versions. */
  fieldsOf?(row: Row): StoredFields;
  /** Deletes rows in conflict with one from the trash, in the transaction that restores it. */
  prepare?(tx: Ctx, fields: Record<string, unknown>): Promise<void>;
  /** Values for columns that did not exist yet when the row went to the trash. */
  earlier?(fields: Record<string, unknown>): Record<string, unknown>;
}

/** Null without a picture, undefined when the entity has no picture column. */
export function pictureOfRow<Row extends StoredEditable>(
  { em }: Ctx,
  entity: EntityClass<Row>,
  row: Row,
): string | null | undefined {
  const [picture, other] = pictureColumnsOf([em.getMetadata().get(entity)]);
  if (other) throw new Error(`${entity.name} has two columns that name pictures: the trash holds one`);
  return picture && (row as unknown as Record<string, string | null>)[picture.column];
}

export async function picturesOfRows<Row extends StoredEditable>(
  { em }: Ctx,
  entity: EntityClass<Row>,
  ids: readonly number[],
): Promise<(string | null)[]> {
  const [picture] = pictureColumnsOf([em.getMetadata().get(entity)]);
  if (!picture) return [];
  const { table, column } = picture;
  const db = em.getKysely<Record<string, Record<string, unknown>>>();
  const rows = await db
    .selectFrom(table)
    .select(column)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => row[column] as string | null);
}

export function snapshotOfRow<Row extends StoredEditable>(
  { entity, fieldsOf, usesOf }: Pick<ContentKind<Row, never>, 'entity' | 'fieldsOf' | 'usesOf'>,
  tx: Ctx,
  row: Row,
): RowSnapshot | undefined {
  if (!fieldsOf) return undefined;
  const { version, updated_at } = row;
  return {
    number: version,
    updated_at,
    fields: structuredClone(fieldsOf(row)),
    picture: pictureOfRow(tx, entity, row),
    shown: Object.values(usesOf?.(row) ?? {}).flat(),
  };
}

export function findAndLockRow<Row extends StoredEditable>(
  { em }: Ctx,
  entity: EntityClass<Row>,
  id: number,
): Promise<Row | null> {
  return em.findOne(entity, { id } as FilterQuery<Row>, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
}

/** In the order of their ids, so that there are no deadlocks. SQLite has one writer and needs no locks. */
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

export function toStoredFields<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Record<string, unknown> {
  const { props } = em.getMetadata().get(entity);
  return JSON.parse(JSON.stringify(Object.fromEntries(props.map(({ name }) => [name, row[name]]))));
}

/** Inserts a row with the id and version in `fields`. Ignores fields that the entity no longer has. */
export async function insertStoredFields<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  fields: Record<string, unknown>,
): Promise<void> {
  declareChangedTables({ em }, em.getMetadata().get(entity).tableName);
  await em.insert(entity, fromStoredFields({ em }, entity, fields) as never);
}

/** The reverse of `toStoredFields`. Drops fields that the entity no longer has. */
export function fromStoredFields<Row extends object>(
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
