import { type EntityClass, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { EditableView } from '../../database/columns.ts';
import { pictureColumnsOf } from '../../database/file-columns.ts';
import type { Table } from '../../database/list/table.ts';
import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import type { IdempotentOperation } from '../../idempotency/idempotency.ts';
import type { SizeMaker } from '../../media/pictures.ts';
import type { ListedColumn } from '../../shared/columns.ts';
import type { differenceOf } from '../../shared/diff.ts';
import { type ActivityModule, mediaFacts } from '../../shared/module-facts.ts';
import type { Subject } from '../activities/activities.service.ts';
import { changeSlug } from '../addresses/slugs.service.ts';
import { attachPicture } from '../media/attached.service.ts';
import type { Used } from '../media/media-uses.service.ts';
import type { PictureWork } from '../pictures/pictures.service.ts';
import { holdChoices, settledValues } from '../settings/choices.service.ts';
import type { Fields, Snapshot } from '../versions/stored-versions.service.ts';

export type EditorialWork = SignedInOperation & IdempotentOperation & PictureWork & { sizes: SizeMaker };

export type RecordView = EditableView & Parameters<typeof differenceOf<string>>[0];

export interface StoredEditable {
  id: number;
  version: number;
  updated_at: Date;
  revise(words: Readonly<Record<string, unknown>>, now: Date): void;
}

export interface Kind<Row, View> {
  entity: EntityClass<Row>;
  table: Table<View>;
  module: ActivityModule;
  /** The columns that take their values from lists of the settings. */
  listed: readonly (ListedColumn & { name: string })[];
  /** The path above the rows' pages on the site. Undefined: the rows have no pages, hence no slugs. */
  folder?: string;
  toView(row: Row): View;
  /** `now` decides whether visitors see the row. */
  subjectOf(row: Row, now: Date): Subject;
  /** The ids of the library's pictures in the row's texts, by column. Undefined: no column holds formatted text. */
  usesOf?(row: Row): Used;
  /** Returns the columns that a version holds. Undefined: earlier versions are not stored. */
  fieldsOf?(row: Row): Fields;
  /** Makes room for a row from the trash, in the transaction that restores it. */
  prepare?(inside: OperationContext, fields: Record<string, unknown>): Promise<void>;
  /** Values for columns that did not exist yet when the row went to the trash. */
  earlier?(fields: Record<string, unknown>): Record<string, unknown>;
}

/** Undefined if the entity has no picture column. */
export function pictureOf<Row extends StoredEditable>(
  { em }: OperationContext,
  entity: EntityClass<Row>,
  row: Row,
): string | null | undefined {
  const [named, other] = pictureColumnsOf([em.getMetadata().get(entity)]);
  if (other) throw new Error(`${entity.name} has two columns that name pictures: the trash holds one`);
  return named && (row as unknown as Record<string, string | null>)[named.column];
}

export function snapshotOf<Row extends StoredEditable>(
  { entity, fieldsOf, usesOf }: Pick<Kind<Row, never>, 'entity' | 'fieldsOf' | 'usesOf'>,
  inside: OperationContext,
  row: Row,
): Snapshot | undefined {
  if (!fieldsOf) return undefined;
  const { version, updated_at } = row;
  return {
    number: version,
    updated_at,
    fields: structuredClone(fieldsOf(row)),
    picture: pictureOf(inside, entity, row),
    shown: Object.values(usesOf?.(row) ?? {}).flat(),
  };
}

/** In the transaction that stores the row. */
export async function attachShown<Row extends StoredEditable>(
  { entity, module, subjectOf }: Pick<Kind<Row, never>, 'entity' | 'module' | 'subjectOf'>,
  inside: OperationContext,
  row: Row,
): Promise<void> {
  if (module === mediaFacts.log) return;
  await attachPicture(inside, pictureOf(inside, entity, row), subjectOf(row, inside.now).label);
}

/** In the transaction that stores the row. `before` is null for a new row. @throws {RuleBroken} for the slug of another row */
export async function settleSlug<Row extends StoredEditable>(
  { module, folder }: Pick<Kind<Row, never>, 'module' | 'folder'>,
  inside: OperationContext,
  row: Row,
  before: object | null,
): Promise<void> {
  if (!folder) return;
  const [old, slug] = [before, row].map((one) => (one as { slug?: string | null } | null)?.slug ?? null);
  if (slug !== old) await changeSlug(inside, { module, item_id: row.id }, { folder, slug: slug! });
}

/** No list can change until this transaction ends. @throws {RuleBroken} */
export async function settleLists<Row extends StoredEditable>(
  { listed }: Pick<Kind<Row, never>, 'listed'>,
  inside: OperationContext,
  row: Row,
  before?: object,
): Promise<void> {
  if (listed.length === 0) return;
  const values = settledValues(
    await holdChoices(inside),
    listed,
    row as unknown as Record<string, unknown>,
    before as Record<string, unknown> | undefined,
  );
  if (Object.keys(values).length > 0) row.revise(values, inside.now);
}

export function findLocked<Row extends StoredEditable>(
  { em }: OperationContext,
  entity: EntityClass<Row>,
  id: number,
): Promise<Row | null> {
  return em.findOne(entity, { id } as FilterQuery<Row>, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
  }) as Promise<Row | null>;
}
