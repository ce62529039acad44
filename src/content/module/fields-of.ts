import { z } from 'zod';
import { type StoredRow, type EditableView, positionKey, toEditableView } from '../../database/columns.ts';
import { booleanField, editableFields, libraryPathField } from '../../shared/fields.ts';
import type {
  ChoiceColumn,
  Column,
  Columns,
  ColumnValue,
  FlagInput,
  IfHasPicture,
  KeyOf,
  ListedColumn,
  MediaColumn,
  MomentColumn,
  OptionalDayColumn,
  PictureColumn,
  ReferenceColumn,
  ColumnInputs,
  SlugColumn,
  StoredValue,
  TickColumn,
} from '../../shared/column-types.ts';
import { oneOrSeveral } from '../../shared/pagination.ts';
import { altTextField } from '../../shared/picture-view.ts';
import type { Upload } from '../../shared/uploads.ts';
import { columnKindOf, draftInputOf, emptyValueOf } from './column-kinds.ts';

const pictureInput = {
  image_alt: altTextField.describe('Describes the picture. Empty for decoration'),
  existing_image: libraryPathField.describe('The path of a library picture. A file takes precedence'),
};
type PictureInput = z.ZodObject<typeof pictureInput>;

export type RowInput<C extends Columns> = ColumnInputs<C> & IfHasPicture<C, z.input<PictureInput>, unknown>;

/** A picture column may contain the received `Upload`. */
type Received<C extends Columns> = {
  [K in keyof C as C[K] extends { isOptional: true } ? never : K]: ColumnValue<C[K]>;
} & {
  [K in keyof C as C[K] extends { isOptional: true } ? K : never]?:
    | (C[K] extends PictureColumn
        ? Upload | string | number | null
        : C[K] extends MomentColumn | OptionalDayColumn | SlugColumn | MediaColumn | ReferenceColumn
          ? ColumnValue<C[K]>
          : NonNullable<ColumnValue<C[K]>>)
    | undefined;
} & IfHasPicture<C, z.output<PictureInput>, unknown>;

export type { Received };

type InputField<C extends Columns, K extends keyof C> = z.ZodType<
  Received<C>[K & keyof Received<C>],
  RowInput<C>[K & keyof RowInput<C>]
>;
type InputFields<C extends Columns> = {
  [K in keyof C]: C[K] extends { isOptional: true } ? z.ZodOptional<InputField<C, K>> : InputField<C, K>;
} & IfHasPicture<C, typeof pictureInput, unknown>;

/** For programs, where the label is written for the panel's forms. */
const descriptions: Record<string, string> = {
  canonical_url: 'First published at this address',
  closes_at: 'The last day for applications',
  is_active: 'Whether visitors can see the job',
  is_hidden_from_search: 'Hidden from search engines',
  is_internship: 'Whether the job is an internship',
  is_published: 'Whether visitors see the row',
  is_featured: 'Whether the home page shows the project first',
  lang: "Such as `en`. Null: the site's",
  published_at: 'When visitors begin to see the row',
  salary_currency: 'The currency of the salary as three letters (ISO 4217)',
  salary_max: 'The highest salary',
  salary_min: 'The lowest salary',
  salary_period: 'The period that the salary is paid for',
  seo_description: 'Shown in search results',
  seo_title: 'The title in search results',
  share_picture: 'The picture of shared links',
  slug: 'Ends the address. Null: the id',
  unpublish_at: 'When visitors stop seeing it, or null',
};

export function describedField<T extends z.ZodType>(key: string, field: T, label = ''): T {
  return field.describe(descriptions[key] ?? label);
}

/** The order of the columns never changes: the serialized input identifies a request repeated with its `Idempotency-Key`. */
export function inputFieldsOf<C extends Columns>(columns: C): InputFields<C> {
  const fields = Object.entries(columns).map(([key, column]) => [
    key,
    describedField(key, columnKindOf(column).input(column), column.label),
  ]);
  return { ...Object.fromEntries(fields), ...(pictureColumnOf(columns) && pictureInput) };
}

/** As `inputFieldsOf`, but only the title is required. */
export function draftFieldsOf(columns: Columns, title: string): z.ZodRawShape {
  const fields = Object.entries(columns).map(([key, column]) => [
    key,
    key === title ? columnKindOf(column).input(column) : draftInputOf(column),
  ]);
  return { ...Object.fromEntries(fields), ...(pictureColumnOf(columns) && pictureInput) };
}

type Filtered = ChoiceColumn | ListedColumn | TickColumn;
export type FilterKey<C extends Columns> = KeyOf<C, Filtered>;
/** A row has one of several values. */
export type FilterValue<F> = F extends TickColumn ? boolean : ColumnValue<F> | ColumnValue<F>[];
export type SpelledFilter<F> = F extends TickColumn ? FlagInput : FilterValue<F>;

export function filterFieldOf<F extends Filtered>(
  column: F,
): z.ZodOptional<z.ZodType<FilterValue<F>, SpelledFilter<F>>> {
  const { label, heading = label } = column;
  const field =
    column.kind === 'tick'
      ? booleanField(heading)
      : oneOrSeveral(heading, columnKindOf(column).input(column));
  return (field as z.ZodType as z.ZodType<FilterValue<F>, SpelledFilter<F>>).optional();
}

export type RowView<C extends Columns> = EditableView & { [K in keyof C]: StoredValue<C[K]> } & {
  /** The place in the order that staff arrange, absent without one. Higher ones come first if new rows do, or else lower ones. */
  [P in typeof positionKey]?: number | undefined;
};

/** The position until somebody moves the row. */
export function initialPositionOf(
  newRows: 'first' | 'last',
  row: { id: number; created_at: Date | number | string },
): number {
  return newRows === 'last' ? row.id : new Date(row.created_at).getTime();
}

/** Without the fields that every editable row has. */
export function viewFieldsOf(columns: Columns): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => {
      const field = describedField(key, columnKindOf(column).view(column), column.label);
      return [key, column.isLeftOutWhenEmpty ? field.optional() : field];
    }),
  );
}

/** Takes an entity, or a row as SQLite or PostgreSQL returns it. */
type RowViewMapper<C extends Columns> = (row: StoredRow<RowView<C>>) => RowView<C>;

export function rowViewOf<C extends Columns>(columns: C, newRows?: 'first' | 'last') {
  const View = z.object({
    ...editableFields,
    ...viewFieldsOf(columns),
    ...(newRows && { [positionKey]: z.number().describe('The place in the order that staff arranged') }),
  });
  const toView: RowViewMapper<C> = (row) => {
    const stored = row as Record<string, unknown>;
    const values = Object.entries(columns).flatMap(([key, column]) => {
      const value = readStoredValue(column, stored[key]);
      return isLeftOut(column, value) ? [] : [[key, value]];
    });
    const view = { ...toEditableView(row), ...Object.fromEntries(values) };
    if (newRows) view[positionKey] = Number(stored[positionKey] ?? initialPositionOf(newRows, row));
    return view;
  };
  // TypeScript has only the general type of columns here.
  return { View: View as z.ZodObject<ViewShape<C>>, toView };
}
/** Whether answers, versions and exports leave out a value. */
export function isLeftOut({ isLeftOutWhenEmpty }: Column, value: unknown): boolean {
  return isLeftOutWhenEmpty === true && (value === null || value === undefined);
}

type ViewShape<C extends Columns> = { [K in keyof RowView<C>]: z.ZodType<RowView<C>[K]> };

/** `stored` is as SQLite or PostgreSQL returns it. */
export function readStoredValue(column: Column, stored: unknown): unknown {
  return columnKindOf(column).read(stored);
}

/** The value in rows older than the column. Undefined when all rows have it. */
export function valueOfOlderRows(column: Column): unknown {
  if (column.old !== undefined || !('isOptional' in column)) return column.old;
  return initialValueOf(column);
}

/** For a new row whose form omits the optional column. */
export function initialValueOf(column: Column): unknown {
  return columnKindOf(column).initial(column);
}

export function initialValues(columns: Columns): Record<string, unknown> {
  const optional = Object.entries(columns).filter(([, column]) => 'isOptional' in column);
  return Object.fromEntries(optional.map(([key, column]) => [key, initialValueOf(column)]));
}

/** Of the required columns of a hidden row that has only a title. */
export function missingValues(columns: Columns): Record<string, unknown> {
  const required = Object.entries(columns).filter(([, column]) => !('isOptional' in column));
  return Object.fromEntries(required.map(([key, column]) => [key, emptyValueOf(column)]));
}

/** @throws {Error} when there are two, because the trash stores one picture per row */
export function pictureColumnOf(columns: Columns): string | undefined {
  const [key, other] = Object.keys(columns).filter((name) => columns[name]!.kind === 'picture');
  if (other) throw new Error(`${key} and ${other} both name pictures: a module has one at most`);
  return key;
}
