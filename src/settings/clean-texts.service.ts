import { RuleBroken } from '../shared/errors.ts';
import type { Fields, HtmlField } from '../shared/settings/field-types.ts';
import { toPlainObject } from '../shared/settings/plain-values.ts';
import type { HtmlCleaner } from '../workers/html-cleaner.ts';

type Values = Record<string, unknown>;
type Clean = (text: string, path: string, field: HtmlField) => Promise<string>;

/**
 * Removes forbidden HTML from the formatted texts of a group. Cleans long texts off the main thread.
 * @throws {RuleBroken} with the path of the text, such as `terms.text` · {Unavailable} when too many long
 * texts are being cleaned
 */
export function cleanSettingTexts(
  cleaner: Pick<HtmlCleaner, 'clean'>,
  fields: Fields,
  values: Values,
): Promise<Values> {
  return mapTexts(
    fields,
    values,
    async (text, path, field) => (await cleaner.clean(text, {}, path, field)).html,
  );
}

/**
 * Removes forbidden HTML from formatted texts that were perhaps stored without a check. A text that cannot be
 * cleaned becomes empty.
 * @throws {Unavailable} when too many long texts are being cleaned
 */
export function cleanStoredTexts(
  cleaner: Pick<HtmlCleaner, 'clean'>,
  fields: Fields,
  values: Values,
): Promise<Values> {
  return mapTexts(fields, values, async (text, path) => {
    try {
      return (await cleaner.clean(text, {}, path)).html;
    } catch (error) {
      if (error instanceof RuleBroken) return '';
      throw error;
    }
  });
}

async function mapTexts(fields: Fields, values: Values, clean: Clean, prefix = ''): Promise<Values> {
  const mapped = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    const [value, path] = [values[name], prefix + name];
    if (field.kind === 'html' && typeof value === 'string' && value !== '') {
      mapped[name] = await clean(value, path, field);
    } else if (field.kind === 'section' && value !== undefined) {
      mapped[name] = await mapTexts(field.fields, toPlainObject(value), clean, `${path}.`);
    } else if (field.kind === 'list' && Array.isArray(value) && hasTexts(field.fields)) {
      const entries: Values[] = [];
      for (const [at, entry] of value.entries())
        entries.push(await mapTexts(field.fields, toPlainObject(entry), clean, `${path}.${at}.`));
      mapped[name] = entries;
    }
  }
  return mapped;
}

function hasTexts(fields: Fields): boolean {
  return Object.values(fields).some(({ kind }) => kind === 'html');
}
