import { z } from 'zod';
import { pictureAddressField } from '../../shared/address-fields.ts';
import { rowValuesOf, formattedValuesOf } from '../../shared/blocks/row-values.ts';
import type { Column } from '../../shared/column-types.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type Choices, valuesOf } from '../../shared/settings/choices.ts';
import type { SignedInContext } from '../../trpc/context.ts';
import { inputFieldsOf, pictureColumnOf } from '../../content/module/fields-of.ts';
import type { DraftPage, DraftRequest } from './previews.schema.ts';
import { draftPath, type PreviewableModule, previewedModule, withDraft } from './draft-overlay.service.ts';

/** The id that a new row has in its draft, because the row is not stored yet. */
const newId = 999_999_999;
/**
 * The address of a chosen picture that is not uploaded yet. The panel replaces this address with the chosen
 * file.
 */
export const unsavedPictureAddress = 'unsaved-picture';

/**
 * Returns the page of a row with the values of a form that is not saved. Required fields may be empty.
 * @throws {RuleBroken} when a value is invalid · {NotFound} when there is no row `id`
 */
export async function renderUnsavedDraft(
  ctx: SignedInContext,
  name: PreviewableModule,
  { id, values, has_file }: DraftRequest,
): Promise<z.output<typeof DraftPage>> {
  const module = previewedModule(name);
  const moment = ctx.now.toISOString();
  const blank = { id: newId, version: 1, created_at: moment, updated_at: moment };
  const stored = id === undefined ? blank : await module.get(ctx, id);
  const row = { ...stored, ...(await readValues(ctx, module.columns, { values, isKept: id !== undefined })) };
  const picture = pictureColumnOf(module.columns);
  if (picture) Object.assign(row, readPicture(picture, stored, values, has_file));
  const shown = await module.show(ctx, row);
  const path = draftPath(name, row);
  return ctx.renderDraft(path, await ctx.siteSettings.current(), await withDraft(ctx, name, shown));
}

async function readValues(
  { cleaner, siteSettings }: SignedInContext,
  columns: Readonly<Record<string, Column>>,
  { values, isKept }: { values: DraftRequest['values']; isKept: boolean },
): Promise<Record<string, unknown>> {
  const fields: Record<string, z.ZodType> = inputFieldsOf(columns);
  const { choices } = await siteSettings.current();
  const read: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(columns)) {
    const { given, blank } = withoutBlanks(column, values[key]);
    // A form leaves out values that it does not show. The draft takes such values from the stored row.
    const isStored = isKept && given === undefined;
    if (column.kind === 'picture' || isStored) continue;
    const parsed = isBlank(given) ? { data: blankOf(column, choices) } : z.safeParse(fields[key]!, given);
    if ('error' in parsed && parsed.error) {
      const { path, message } = parsed.error.issues[0]!;
      throw RuleBroken.of(column.kind === 'blocks' ? [key, ...path].join('.') : key, message);
    }
    const value = parsed.data instanceof Date ? parsed.data.toISOString() : parsed.data;
    if (value !== undefined) read[key] = value;
    for (const { path, put } of rowValuesOf({ blocks: column }, { blocks: value }))
      if (blank.has(path)) put('');
  }
  for (const { path, value, put } of formattedValuesOf(columns, read))
    put((await cleaner.clean(String(value), {}, path)).html);
  return read;
}

const required = new Set<Column['kind']>(['line', 'text', 'html']);

/**
 * Puts a placeholder into each empty required text of the blocks. Otherwise, the check would refuse all blocks. `blank`
 * contains the paths of these texts.
 */
function withoutBlanks(column: Column, given: unknown): { given: unknown; blank: ReadonlySet<string> } {
  const blank = new Set<string>();
  if (column.kind !== 'blocks' || !Array.isArray(given)) return { given, blank };
  const blocks = structuredClone(given);
  for (const { column: field, path, value, put } of rowValuesOf({ blocks: column }, { blocks })) {
    if (!required.has(field.kind) || 'isOptional' in field || !isBlank(value)) continue;
    put('–');
    blank.add(path);
  }
  return { given: blocks, blank };
}

function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * Returns the value for an empty field. A page needs a value from each list, so a list field gets the first
 * value of its list.
 */
function blankOf(column: Column, choices: Choices): unknown {
  const { kind } = column;
  if (kind === 'listed') return valuesOf(choices, column.list)[0];
  if (kind === 'choice') return column.values[0];
  if (kind === 'tick') return false;
  if (['tags', 'lines', 'figures', 'gallery', 'blocks'].includes(kind)) return [];
  return ['note', 'moment', 'reference', 'media'].includes(kind) ? null : '';
}

const Address = pictureAddressField('Image').nullish().catch(null);

function readPicture(
  key: string,
  stored: object,
  { existing_image, remove_image, [key]: address }: DraftRequest['values'],
  hasFile = false,
): Record<string, unknown> {
  if (hasFile) return { [key]: unsavedPictureAddress };
  const named = Address.parse(existing_image) ?? Address.parse(address);
  const current = (stored as Record<string, unknown>)[key] ?? null;
  return { [key]: named ?? (remove_image ? null : current) };
}
