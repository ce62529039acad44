import type { EntityClass } from '@mikro-orm/core';
import { z } from 'zod';
import { positionKey } from '../../database/columns.ts';
import type { Ctx } from '../../database/ctx.ts';
import { pictureAddressField, toOneLine } from '../../shared/fields.ts';
import {
  copyRowValues,
  mediaIdsByColumn,
  replaceLinkedFileIds,
  replaceMediaIds,
  formattedValuesOf,
} from '../../shared/blocks/row-values.ts';
import { formattedColumnNames, listedColumns, referenceColumns } from '../../shared/columns.ts';
import type { Column, ListedColumn } from '../../shared/column-types.ts';
import { type ActivityModule, factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { cleanHtml } from '../../shared/writing/clean-html.ts';
import type { PictureUses } from '../../pictures/media-uses.ts';
import {
  initialValueOf,
  valueOfOlderRows,
  initialPositionOf,
  readStoredValue,
  viewFieldsOf,
} from './fields-of.ts';
import type { AnyView, ModuleKind } from './module-kind.ts';
import { replaceReferences } from './references.ts';
import { Moment, RowId } from './item-fields.ts';

/** `id` and `created_at` together identify the item. */
export interface TransferItem {
  id: number;
  created_at: string;
}

export interface TransferContent {
  name: string;
  table: string;
  entity: EntityClass<{ id: number }>;
  Item: z.ZodType<TransferItem>;
  /** `row` is as SQLite or PostgreSQL returns it. */
  toItem(row: never): TransferItem;
  /** Derives what an item of an earlier version lacks from its other members. */
  complete?(item: TransferItem): TransferItem;
  /** @throws {z.ZodError} when the item breaks a rule of the module's form */
  toRow(item: never): object | Promise<object>;
  listed?: readonly (ListedColumn & { name: string })[];
  references?: readonly { name: string; content: string }[];
  /** Replaces ids in blocks by those of this site, and removes an id for which `idOf` returns 0. `content` names its rows. */
  renameInBlocks?(row: object, idOf: (content: string, id: number) => number): void;
  picture?: string | undefined;
  module?: ActivityModule;
  /** Without `created_at` and `updated_at`. */
  moments?: readonly string[];
  texts?: readonly string[];
  /** The name in the table of picture uses, if the activity log has no such module. */
  usesAs?: string;
  /**
   * Replaces ids of pictures and linked files by those of this site, and removes a picture for which `idOf` returns 0.
   * Returns the new ids by column.
   */
  namePictures?(row: object, idOf: (id: number) => number): PictureUses;
  isLibrary?: true;
  /** Set when positions are like ids, not times in milliseconds. */
  isPlacedById?: true;
  /** The column with the parent's id. An item without its parent is left out. */
  belongsTo?: string;
  /** As `complete`, but from rows of this site. In the transaction, before the row is stored. */
  completeRow?(tx: Pick<Ctx, 'em'>, row: object, item: TransferItem): Promise<void>;
  /** In the transaction, after the row is stored. */
  afterStore?(tx: Pick<Ctx, 'em'>, row: object): Promise<void>;
  /** Whether an export leaves the row out, because an import creates it from others. */
  isDerived?(row: never): boolean;
  /** The id of an equivalent row of this site, which an import keeps instead. */
  findSame?(tx: Pick<Ctx, 'em'>, row: object): Promise<number | undefined>;
}

const picturedKinds = new Set<Column['kind']>(['media', 'gallery', 'blocks']);

/** An item of an earlier version gets the `old` value of each column that it lacks. */
export function transferContentOf(
  kind: ModuleKind,
  { Input, Draft }: { Input: z.ZodType; Draft: z.ZodType },
): TransferContent {
  const { columns, picture, schedule } = kind;
  const { file, table, position, publicBy } = kind.facts;
  const fields = Object.entries(viewFieldsOf(columns)).map(([key, field]) => {
    const old = valueOfOlderRows(columns[key]!);
    return [key, old === undefined ? field : field.default(old)];
  });

  // Formatted texts contain pictures too, but are in `texts`.
  const pictured = Object.entries(columns).filter(([, { kind }]) => picturedKinds.has(kind));

  const toRow = (item: AnyView) => {
    const values = copyRowValues(columns, item);
    for (const [key, { kind }] of Object.entries(columns)) {
      if (kind === 'line') values[key] = toOneLine(values[key] as string);
      if (kind === 'picture') values[key] = undefined;
    }
    for (const { path, value, replace } of formattedValuesOf(columns, values))
      replace(cleanedHtml(path, value as string));
    const isHidden = publicBy !== null && !item[publicBy];
    const parsed = (isHidden ? Draft : Input).parse(values) as Record<string, unknown>;
    const written = Object.entries(columns).map(([key, column]) => {
      if (key === picture) return [key, readPicture(column.label, key, item[key])];
      return [key, parsed[key] ?? ('isOptional' in column ? initialValueOf(column) : undefined)];
    });
    const { id, version, created_at, updated_at } = item;
    // A published row without a date has been public since it was created.
    const row = kind.write(Object.fromEntries(written), new Date(created_at));
    schedule.announce(row, new Date());
    return Object.assign(row, {
      ...(item.position !== undefined && { [positionKey]: item.position }),
      id,
      version,
      created_at: new Date(created_at),
      updated_at: new Date(updated_at),
    });
  };
  return {
    name: file,
    table,
    entity: kind.entity,
    Item: z.object({
      id: RowId,
      version: RowId,
      created_at: Moment,
      updated_at: Moment,
      ...Object.fromEntries(fields),
      ...(position && { [positionKey]: z.number().optional() }),
    }) as z.ZodType as z.ZodType<TransferItem>,
    toItem: kind.toView,
    ...(pictured.length > 0 && {
      namePictures: (row, idOf) => {
        const values = row as Record<string, unknown>;
        for (const [key, column] of pictured) values[key] = readStoredValue(column, values[key]);
        replaceMediaIds(Object.fromEntries(pictured), values, idOf);
        replaceLinkedFileIds(Object.fromEntries(pictured), values, idOf);
        return mediaIdsByColumn(Object.fromEntries(pictured), values);
      },
    }),
    ...(Object.values(columns).some(({ kind }) => kind === 'blocks') && {
      renameInBlocks: (row, idOf) => {
        const values = row as Record<string, unknown>;
        for (const [key, column] of pictured) values[key] = readStoredValue(column, values[key]);
        replaceReferences(columns, values, (to, id) => idOf(factsOf(to as ModuleName).file, id));
      },
    }),
    complete: (item) => {
      const { announced_at: _, ...earlier } = schedule.earlier({ ...item });
      const place = position && { [positionKey]: initialPositionOf(position, item) };
      return { ...place, ...item, ...earlier };
    },
    ...(position === 'last' && { isPlacedById: true }),
    toRow,
    listed: listedColumns(columns),
    references: referenceColumns(columns).map(({ name: key, to }) => ({
      name: key,
      content: factsOf(to as ModuleName).file,
    })),
    picture,
    moments: Object.keys(columns).filter((key) => columns[key]!.kind === 'moment'),
    texts: formattedColumnNames(columns),
    module: kind.module,
  };
}

/** @throws {z.ZodError} for `key` when the value is not the address of a picture */
function readPicture(label: string, key: string, stored: unknown): string | null {
  return z.object({ [key]: pictureAddressField(label).nullable() }).parse({ [key]: stored })[key] ?? null;
}

/** @throws {z.ZodError} for `key` when the text cannot be accepted */
function cleanedHtml(key: string, html: string): string {
  if (html === '') return '';
  const cleaned = cleanHtml(html);
  if (!('problem' in cleaned)) return cleaned.html;
  throw new z.ZodError([{ code: 'custom', path: [key], message: cleaned.problem, input: undefined }]);
}
