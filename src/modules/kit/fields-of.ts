import { z } from 'zod';
import type { StoredRow } from '../../database/columns.ts';
import { type EditableView, positionKey, toEditableView, toIso, toTextList } from '../../database/columns.ts';
import { toJson } from '../../database/dialect.ts';
import { libraryPath, webAddress } from '../../shared/addresses.ts';
import type {
  ChoiceColumn,
  Column,
  Columns,
  FlagInput,
  HasPicture,
  Input,
  KeyOf,
  ListedColumn,
  MediaColumn,
  MomentColumn,
  PictureColumn,
  ReferenceColumn,
  SlugColumn,
  Stored,
  TickColumn,
  Value,
} from '../../shared/columns.ts';
import {
  clearableText,
  editableFields,
  entryList,
  figureList,
  flag,
  listedText,
  mediaId,
  momentText,
  oneLine,
  oneOf,
  pictureList,
  requiredText,
  rowId,
  slugText,
  textList,
} from '../../shared/fields.ts';
import { noteText } from '../../shared/note-formats.ts';
import { altText } from '../../shared/picture-view.ts';
import { file, type Upload } from '../../shared/uploaded-file.ts';

// On the server, only this file and `entity-of.ts` distinguish the kinds of columns.

/** A checked input. A field for a file contains the received `Upload`. */
type Received<C extends Columns> = {
  [K in keyof C as C[K] extends { isOptional: true } ? never : K]: Value<C[K]>;
} & {
  [K in keyof C as C[K] extends { isOptional: true } ? K : never]?:
    | (C[K] extends PictureColumn
        ? Upload
        : C[K] extends MomentColumn | SlugColumn | MediaColumn | ReferenceColumn
          ? Value<C[K]>
          : NonNullable<Value<C[K]>>)
    | undefined;
} & HasPicture<C, { image_alt?: string | undefined; existing_image?: string | undefined }, unknown>;

export type { Received };

type InputField<C extends Columns, K extends keyof C> = z.ZodType<
  Received<C>[K & keyof Received<C>],
  Input<C>[K & keyof Input<C>]
>;
export type InputFields<C extends Columns> = {
  [K in keyof C]: C[K] extends { isOptional: true } ? z.ZodOptional<InputField<C, K>> : InputField<C, K>;
} & HasPicture<C, { image_alt: typeof altText; existing_image: typeof libraryPath }, unknown>;

/** An `Idempotency-Key` compares inputs, so the order of the columns must stay. */
export function inputFieldsOf<C extends Columns>(columns: C): InputFields<C> {
  const fields = Object.entries(columns).map(([key, column]) => [key, inputFieldOf(column)]);
  const ofPicture = pictureKeyOf(columns) && { image_alt: altText, existing_image: libraryPath };
  return { ...Object.fromEntries(fields), ...ofPicture };
}

function inputFieldOf(column: Column): z.ZodType {
  const { label } = column;
  switch (column.kind) {
    case 'line':
      return oneLine(label, column.max);
    case 'html':
      return 'isOptional' in column ? clearableText(label, column.max) : requiredText(label, column.max);
    case 'text':
      return requiredText(label, column.max);
    case 'note':
      return noteText(column);
    case 'choice':
      return oneOf(label, column.values);
    case 'listed':
      return listedText(label, column.list);
    case 'tick':
      return flag(label).optional();
    case 'tags':
      return 'atLeast' in column ? textList(label, column) : textList(label).optional();
    case 'lines':
      return entryList(label, column.noun, column.max);
    case 'link':
      return webAddress(label);
    case 'picture':
      return file(label);
    case 'moment':
      return momentText(label, column.isDay);
    case 'slug':
      return slugText(label);
    case 'media':
      return mediaId(label);
    case 'figures':
      return figureList(label, column.max);
    case 'gallery':
      return pictureList(label, column.max);
    case 'reference':
      return rowId(label);
  }
}

type Filtered = ChoiceColumn | ListedColumn | TickColumn;
export type FilterKey<C extends Columns> = KeyOf<C, Filtered>;
type Spelled<F> = F extends TickColumn ? FlagInput : Value<F>;

/** Returns the query field by which a list is filtered. */
export function filterOf<F extends Filtered>(column: F): z.ZodOptional<z.ZodType<Value<F>, Spelled<F>>> {
  const { label, heading = label } = column;
  const field = column.kind === 'tick' ? flag(heading) : inputFieldOf(column);
  return (field as z.ZodType as z.ZodType<Value<F>, Spelled<F>>).optional();
}

export type View<C extends Columns> = EditableView & { [K in keyof C]: Stored<C[K]> } & {
  /** Only in modules whose rows staff order. Rows with lower values come first, or with higher ones where new rows come first. */
  position?: number | undefined;
};

/** A row without a place of its own is at the place of its creation. */
export function positionOf(
  newRows: 'first' | 'last',
  row: { id: number; created_at: Date | number | string },
): number {
  return newRows === 'last' ? row.id : new Date(row.created_at).getTime();
}

/** Omits the fields that every editable row has. */
export function viewFieldsOf(columns: Columns): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, viewFieldOf(column)]));
}

function viewFieldOf(column: Column): z.ZodType {
  switch (column.kind) {
    case 'choice':
      // A string, because stored values may no longer be in the list. `examples` has the current values.
      return z.string().meta({ examples: [...column.values] });
    case 'listed':
      return z.string().meta({ listed: column.list, isExample: true });
    case 'tick':
      return z.boolean();
    case 'tags':
    case 'lines':
      return z.array(z.string());
    case 'note':
    case 'picture':
    case 'moment':
    case 'slug':
      return z.string().nullable();
    case 'media':
    case 'reference':
      return z.int().nullable();
    case 'figures':
      return z.array(z.object({ unit: z.string(), number: z.string(), meaning: z.string() }));
    case 'gallery':
      return z.array(z.object({ caption: z.string(), media_id: z.int() }));
    default:
      return z.string();
  }
}

/** Converts a row of either database driver, or an entity. */
export type ToView<C extends Columns> = (row: StoredRow<View<C>>) => View<C>;

export function viewOf<C extends Columns>(columns: C, newRows?: 'first' | 'last') {
  const View = z.object({
    ...editableFields,
    ...viewFieldsOf(columns),
    ...(newRows && { [positionKey]: z.number() }),
  });
  const toView: ToView<C> = (row) => {
    const stored = row as Record<string, unknown>;
    const words = Object.entries(columns).map(([key, column]) => [key, readValue(column, stored[key])]);
    const view = { ...toEditableView(row), ...Object.fromEntries(words) };
    if (newRows) view[positionKey] = Number(stored[positionKey] ?? positionOf(newRows, row));
    return view;
  };
  // TypeScript knows only general columns here. `View` states the exact type.
  return { View: View as unknown as z.ZodObject<ViewShape<C>>, toView };
}
type ViewShape<C extends Columns> = { [K in keyof View<C>]: z.ZodType<View<C>[K]> };

/** Converts a stored value of either database driver. */
export function readValue({ kind }: Column, stored: unknown): unknown {
  if (kind === 'tick') return Boolean(stored);
  if (kind === 'tags' || kind === 'lines') return toTextList(stored as string | string[]);
  if (kind === 'figures' || kind === 'gallery') return toJson((stored ?? []) as object[] | string);
  if (kind === 'moment') return stored === null || stored === undefined ? null : toIso(stored as Date);
  return stored ?? null;
}

/** Returns the value for older rows, or undefined for a column that all stored rows have. */
export function oldValueOf(column: Column): unknown {
  if (column.old !== undefined || !('isOptional' in column)) return column.old;
  return initialOf(column);
}

/** Returns the value of an optional column that a form omits for a new row. */
export function initialOf(column: Column): unknown {
  if (column.kind === 'tick') return column.initial;
  if (['tags', 'figures', 'gallery'].includes(column.kind)) return [];
  return column.kind === 'link' || column.kind === 'html' ? '' : null;
}

/** Returns undefined without a picture. @throws {Error} for two, because the trash stores only one */
export function pictureKeyOf(columns: Columns): string | undefined {
  const [key, other] = Object.keys(columns).filter((name) => columns[name]!.kind === 'picture');
  if (other) throw new Error(`${key} and ${other} both name pictures: a module has one at most`);
  return key;
}
