import { sql } from 'kysely';
import type { ReadCtx, Reader } from '../../database/ctx.ts';
import { findMediaFacts, findMediaIds } from '../../pictures/media.ts';
import {
  describePicture,
  type ChosenPicture,
  notInLibraryMessage,
  type UploadedPicture,
} from '../../pictures/change-pictures.ts';
import { isPicturePath, isStorable, NotListed } from '../../shared/fields.ts';
import { copyRowValues, formattedValuesOf } from '../../shared/blocks/row-values.ts';
import type { Columns, HtmlColumn } from '../../shared/column-types.ts';
import { listedColumns } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { findStoredValue, storedValuesOf } from '../../shared/settings/choices.ts';
import { Upload } from '../../shared/uploads.ts';
import { endOfDay, isDay } from '../../shared/zoned-time.ts';
import { t } from '../../trpc/procedures.ts';
import type { HtmlCleaner } from '../../workers/html-cleaner.ts';
import type { EditorCtx } from '../content-kind.ts';
import { type ExternalInput, splitExternal } from '../external-ids.ts';

export type WritingCtx = EditorCtx & { cleaner: HtmlCleaner; publicUrl: string };

/** `chosen` is the picture that the form chose by path or id. */
interface FormParts {
  values: Record<string, unknown>;
  external: ExternalInput;
  upload: UploadedPicture | undefined;
  chosen: ChosenPicture | undefined;
  image_alt: string | undefined;
  remove_image: boolean | undefined;
}

/**
 * The picture's column is set later, when the file has been stored.
 * @throws {RuleBroken} when the library has no picture with the id
 */
export async function splitFormInput(ctx: ReadCtx, input: object, picture = ''): Promise<FormParts> {
  const { values: fields, external } = splitExternal(input as Record<string, unknown> & ExternalInput);
  const { image_alt, remove_image, existing_image, ...columns } = fields;
  const { [picture]: own, ...values } = columns;
  const upload = own instanceof Upload ? { file: own, field: picture } : undefined;
  const inLibrary = { address: existing_image, field: 'existing_image', isFromLibrary: true };
  const chosen = (await findChosenPicture(ctx, own, picture)) ?? (existing_image ? inLibrary : undefined);
  return {
    values,
    external,
    upload,
    chosen: upload ? undefined : chosen,
    image_alt,
    remove_image: own === null || remove_image,
  } as FormParts;
}

/**
 * The picture column names a picture by its path, as in responses, or by its id in the library.
 * @throws {RuleBroken} when the library has no picture with the id
 */
export async function findChosenPicture(
  ctx: ReadCtx,
  own: unknown,
  field: string,
): Promise<ChosenPicture | undefined> {
  if (typeof own === 'string') return { address: own, field };
  if (typeof own !== 'number') return undefined;
  const address = (await findMediaFacts(ctx, [own])).get(own)?.path;
  if (!address) throw RuleBroken.of(field, notInLibraryMessage);
  return { address, field, isFromLibrary: true };
}

/**
 * Empty texts stay: the schema has refused those that may not be empty.
 * @throws {RuleBroken} when nothing readable is left of a required text, or a text shows an upload that the library lacks
 */
export async function cleanTexts(
  ctx: WritingCtx,
  columns: Columns,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const cleaned = copyRowValues(columns, values);
  for (const { column, path, value, replace } of formattedValuesOf(columns, cleaned)) {
    if (!value) continue;
    const html = await cleanText(ctx, path, String(value), column);
    if (!html && !('isOptional' in column)) throw RuleBroken.of(path, `${column.label} is required`);
    replace(html);
  }
  return cleaned;
}

/** A picture that a program inserted by its path gets the editor's markup. */
async function cleanText(ctx: WritingCtx, key: string, text: string, column: HtmlColumn): Promise<string> {
  const { html, pictures } = await ctx.cleaner.clean(text, {}, key, column);
  const paths = new Map<string, string>();
  for (const { address } of pictures) {
    const path = address.startsWith(`${ctx.publicUrl}/`) ? address.slice(ctx.publicUrl.length) : address;
    if (/^\/?uploads\//.test(path)) paths.set(address, path.replace(/^\//, ''));
  }
  if (paths.size === 0) return html;
  const items = await findMediaIds(ctx, [...new Set(paths.values())].filter(isPicturePath));
  const ids = new Map<string, number>();
  for (const [address, path] of paths) {
    const id = items.get(path);
    if (id === undefined) {
      const shown = address.length > maxShown ? `${address.slice(0, maxShown)}…` : address;
      throw RuleBroken.of(key, `The library has no picture with the address ${shown}.`);
    }
    ids.set(address, id);
  }
  return (await ctx.cleaner.clean(text, { pictures: ids }, key, column)).html;
}

/** Characters of an address that a message shows. */
const maxShown = 300;

/** Returns whether the description has changed. */
export function describeRowPicture(
  tx: EditorCtx,
  picture: string | undefined,
  row: Record<string, unknown>,
  alt: string | undefined,
): Promise<boolean> {
  return describePicture(tx, picture && (row[picture] as string | null), alt);
}

export function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Of a filter. A longer list is refused later. */
const maxListed = 21;

/** No list contains a longer value. */
const maxValue = 200;

/**
 * Replaces a former name of a list entry with the current one, an unknown value with `NotListed`, which the schema refuses,
 * and a day with its last moment in the site's time zone. With `table`, a value that a stored row has is allowed.
 */
export function resolveListedValues(columns: Columns, table?: string) {
  const listed = listedColumns(columns);
  const days = Object.keys(columns).filter((name) => {
    const column = columns[name]!;
    return column.kind === 'moment' && column.isDay;
  });
  return t.middleware(async ({ ctx, getRawInput, next }) => {
    const raw = await getRawInput();
    if (typeof raw !== 'object' || raw === null) return next();
    const input = raw as Record<string, unknown>;
    const filled = listed.filter(({ name }) => input[name] !== undefined && input[name] !== '');
    const filledDays = days.flatMap((name) => {
      const text = input[name];
      return typeof text === 'string' && isDay(text) ? [[name, text] as const] : [];
    });
    if (filled.length + filledDays.length === 0) return next();
    const { choices, region } = await ctx.siteSettings.current();
    const resolve = async ({ name, label, list }: (typeof listed)[number], text: unknown) => {
      const value = typeof text === 'string' ? findStoredValue(choices, list, text) : undefined;
      if (value !== undefined) return value;
      if (table && (await isStored(ctx.read, { table, column: name, value: text }))) return text;
      return new NotListed(`${label} must be one of: ${storedValuesOf(choices, list).join(', ')}`);
    };
    const resolved = filled.map(async (column) => {
      const sent = input[column.name];
      const texts: unknown[] | undefined =
        table && Array.isArray(sent) ? sent.slice(0, maxListed) : undefined;
      const value = texts
        ? await Promise.all(texts.map((text) => resolve(column, text)))
        : await resolve(column, sent);
      return [column.name, value] as const;
    });
    const ends = filledDays.map(([name, day]) => [name, endOfDay(region.time_zone, day).toISOString()]);
    const all = { ...input, ...Object.fromEntries([...(await Promise.all(resolved)), ...ends]) };
    return next({ getRawInput: async () => all });
  });
}

async function isStored(
  read: Reader,
  { table, column, value }: { table: string; column: string; value: unknown },
): Promise<boolean> {
  if (typeof value !== 'string' || value.length > maxValue || !isStorable(value)) return false;
  const row = await read
    .withTables<Record<string, object>>()
    .selectFrom(table)
    .select(sql.lit(1).as('one'))
    .where(sql.ref(column), '=', value)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
