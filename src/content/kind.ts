import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { StoredRow } from '../database/columns.ts';
import { isPostgresql } from '../database/dialect.ts';
import { pictureColumnsOf } from '../database/file-columns.ts';
import type { Table } from '../database/list/table.ts';
import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import type { IdempotentCtx } from '../idempotency/idempotency.ts';
import type { SizeMaker } from '../pictures/processing/pictures.ts';
import type { Columns, ListedColumn } from '../shared/column-types.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import type { Subject } from '../log/activities.service.ts';
import type { Used } from '../pictures/media-uses.service.ts';
import type { PicturesCtx } from '../pictures/pictures.service.ts';
import type { StoredFields, Snapshot } from './versions/stored-versions.service.ts';

export type EditorCtx = SignedInCtx & IdempotentCtx & PicturesCtx & { sizes: SizeMaker };

export interface StoredEditable {
  id: number;
  version: number;
  updated_at: Date;
  revise(words: Readonly<Record<string, unknown>>, now: Date): void;
}

export interface Kind<Row, View> {
  entity: EntityClass<Row>;
  table: Pick<Table<View>, 'missing' | 'get'> & { words: readonly string[] };
  module: ActivityModule;
  /** The columns that take their values from lists of the settings. */
  listed: readonly (ListedColumn & { name: string })[];
  /** The columns of the rows. Some may name rows of other modules. */
  columns?: Columns;
  /** The path above the rows' pages on the site, `''` where slugs are whole paths. Undefined: the rows have no pages, hence no slugs. */
  folder?: string;
  /** Converts an entity, or a row that a list has read. */
  toView(row: NoInfer<Row> | StoredRow<NoInfer<View>>): View;
  /** `now` decides whether visitors see the row. */
  subjectOf(row: Row, now: Date): Subject;
  /**
   * Returns the ids of the library's pictures in the values of a row, by column. Undefined when no column can name a
   * picture.
   */
  usesOf?(values: object): Used;
  /**
   * Checks the rules for the whole row on every save, except when the row returns from the trash.
   * @throws {RuleBroken}
   */
  expectReady?(tx: Ctx, row: object): Promise<void>;
  /** Refuses values that are unknown to this version, unless the row had them `before`. @throws {RuleBroken} */
  expectKnown?(row: object, before?: object): void;
  /** Returns the columns that a version holds. Undefined: earlier versions are not stored. */
  fieldsOf?(row: Row): StoredFields;
  /** Called in the transaction that restores a row, before the row is inserted. Frees what the row needs. */
  prepare?(tx: Ctx, fields: Record<string, unknown>): Promise<void>;
  /** Values for columns that did not exist yet when the row went to the trash. */
  earlier?(fields: Record<string, unknown>): Record<string, unknown>;
}

/** Returns undefined if the entity has no picture column. */
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
  { entity, fieldsOf, usesOf }: Pick<Kind<Row, never>, 'entity' | 'fieldsOf' | 'usesOf'>,
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

/** Locks rows in the order of their ids. Does nothing on SQLite, where only one transaction writes at a time. */
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
