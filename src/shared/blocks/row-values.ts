import type { Block, CaptionedPicture, Column, Columns, HtmlColumn } from '../column-types.ts';
import { linkedFileIds, withLinkedFileIds } from '../library-files.ts';
import { mediaIdsOf, withMediaIds } from '../writing/pictures-in-text.ts';

type Values = Record<string, unknown>;

/** A single value of a row: of a column, or of a field in a block. */
export interface RowValue {
  column: Column;
  /** The name of the column, also for a field in one of its blocks. */
  name: string;
  /** In the row: `title`, or `blocks.2.entries.0.answer`. */
  path: string;
  value: unknown;
  replace(value: unknown): void;
}

/** Includes the fields of blocks. Blocks of an unknown kind are left out. */
export function rowValuesOf(columns: Columns, values: object, above = '', of?: string): RowValue[] {
  // The input may be unchecked. Its lists may contain null or anything else.
  const row = (values ?? {}) as Values;
  return Object.entries(columns).flatMap(([key, column]): RowValue[] => {
    const path = above + key;
    const name = of ?? key;
    if (column.kind === 'items')
      return entriesOf(row[key]).flatMap((entry, at) =>
        rowValuesOf(column.fields, entry, `${path}.${at}.`, name),
      );
    if (column.kind === 'blocks')
      return entriesOf(row[key]).flatMap((block, at) => {
        const fields = column.kinds[(block as Block).kind]?.fields ?? {};
        return rowValuesOf(fields, block, `${path}.${at}.`, name);
      });
    const replace = (value: unknown) => {
      row[key] = value;
    };
    return [{ column, name, path, value: row[key], replace }];
  });
}

function entriesOf(value: unknown): Values[] {
  return Array.isArray(value) ? (value as Values[]) : [];
}

/** The required values that are empty, also those in blocks. Visitors cannot see a row that has any. */
export function missingValuesOf(columns: Columns, values: object): RowValue[] {
  return rowValuesOf(columns, values).filter(
    ({ column, value }) => !('isOptional' in column) && isBlank(value),
  );
}

/** Whether a value is an empty text, or a list without a text. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** `replace` may change the blocks of the copy. Absent columns stay absent. */
export function copyRowValues(columns: Columns, values: Values): Values {
  const copy = { ...values };
  for (const [key, { kind }] of Object.entries(columns)) {
    if (kind === 'blocks' && values[key] !== undefined) copy[key] = structuredClone(values[key]);
  }
  return copy;
}

/** The formatted texts, also those in blocks. Absent values are left out. */
export function formattedValuesOf(columns: Columns, values: object): FormattedValue[] {
  return rowValuesOf(columns, values).filter(
    (slot): slot is FormattedValue => slot.column.kind === 'html' && slot.value !== undefined,
  );
}
type FormattedValue = RowValue & { column: HtmlColumn };

const pictured = new Set<Column['kind']>(['html', 'media', 'gallery', 'blocks']);

export function hasPictureColumns(columns: Columns): boolean {
  return Object.values(columns).some(({ kind }) => pictured.has(kind));
}

/** A key that no column has. Unlike a missing picture, a missing file does not prevent a save. */
export const linkedFilesKey = 'links';

/** The library's pictures by column, and linked files, if any, under `linkedFilesKey`. */
export function mediaIdsByColumn(columns: Columns, values: object): Record<string, number[]> {
  const names = Object.keys(columns).filter((name) => pictured.has(columns[name]!.kind));
  const ids = new Map(names.map((name) => [name, new Set<number>()]));
  const linked = new Set<number>();
  for (const slot of rowValuesOf(columns, values)) {
    for (const id of idsIn(slot)) ids.get(slot.name)!.add(id);
    if (hasLinks(slot)) for (const id of linkedFileIds(String(slot.value ?? ''))) linked.add(id);
  }
  const shown = [...ids].map(([name, all]) => [name, [...all]]);
  return Object.fromEntries([...shown, ...(linked.size > 0 ? [[linkedFilesKey, [...linked]]] : [])]);
}

function hasLinks({ column }: RowValue): boolean {
  return column.kind === 'html' || (column.kind === 'optionalText' && column.format === 'address');
}

function idsIn({ column, value }: RowValue): number[] {
  if (column.kind === 'html') return mediaIdsOf(String(value ?? ''));
  if (column.kind === 'media') return value ? [value as number] : [];
  if (column.kind !== 'gallery') return [];
  return ((value ?? []) as CaptionedPicture[]).map(({ media_id }) => media_id);
}

/**
 * Replaces the ids of a row's pictures. Pictures for which `idOf` returns 0 are removed, except in formatted text,
 * where the id becomes 0. Returns the names of the columns with such pictures.
 */
export function replaceMediaIds(columns: Columns, values: object, idOf: (id: number) => number): string[] {
  const lost = new Set<string>();
  for (const slot of rowValuesOf(columns, values)) {
    const before = idsIn(slot);
    if (before.length === 0) continue;
    if (before.some((id) => idOf(id) === 0)) lost.add(slot.name);
    slot.replace(withMedia(slot, idOf));
  }
  return [...lost];
}

/** A link for which `idOf` returns 0 stays. */
export function replaceLinkedFileIds(columns: Columns, values: object, idOf: (id: number) => number): void {
  for (const slot of rowValuesOf(columns, values)) {
    if (hasLinks(slot) && slot.value) slot.replace(withLinkedFileIds(String(slot.value), idOf));
  }
}

function withMedia({ column, value }: RowValue, idOf: (id: number) => number): unknown {
  if (column.kind === 'html') return withMediaIds(String(value), idOf);
  if (column.kind === 'media') return idOf(value as number) || null;
  return (value as CaptionedPicture[]).flatMap((picture) => {
    const media_id = idOf(picture.media_id);
    return media_id ? [{ ...picture, media_id }] : [];
  });
}

const readable = new Set<Column['kind']>(['line', 'text', 'optionalText', 'html']);

/** The text of all blocks without tags. For any other column, the stored text. */
export function searchableText(columns: Columns, values: object, name: string): string {
  const column = columns[name]!;
  if (column.kind !== 'blocks') return (values as Values)[name] as string;
  return rowValuesOf({ [name]: column }, values)
    .filter(({ column: { kind }, value }) => readable.has(kind) && value)
    .map(({ value }) => String(value).replaceAll(/<[^<>]+>/g, ' '))
    .join(' ');
}
