import { findChoice, type ListName } from '../../../src/shared/enumerations.ts';
import { findStoredValue } from '../../../src/shared/settings/choices.ts';
import { PageMovedError, PageNotFoundError, type PageLoadInput } from './page-route.tsx';

const maxSearchLength = 200;

/**
 * Returns the page number of an address, by default 1.
 * @throws {PageNotFoundError} when the page number is not a positive integer of at most six digits
 */
export function readPageNumber(search: URLSearchParams): number {
  const text = search.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new PageNotFoundError();
  return Number(text);
}

/**
 * Returns the search text of an address, trimmed and shortened to 200 characters. Returns `''` for an address
 * without a search text.
 */
export function readSearch(search: URLSearchParams): string {
  return readText(search, 'search') ?? '';
}

/**
 * Returns the text of a query parameter, such as a tag, trimmed and shortened to 200 characters. Returns
 * undefined for a missing or empty parameter.
 */
export function readText(search: URLSearchParams, name: string): string | undefined {
  const text = search.get(name)?.replaceAll('\u0000', '').trim();
  // The cut may divide a sign of two units.
  return text?.slice(0, maxSearchLength).toWellFormed() || undefined;
}

/**
 * Returns the value of a query parameter that must be one of `values`. Returns undefined for a missing or
 * empty parameter.
 * @throws {PageNotFoundError} when `values` does not contain the value
 */
export function readChoice<const T extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = search.get(name);
  if (!text) return undefined;
  const value = findChoice(values, text);
  if (!value) throw new PageNotFoundError();
  return value;
}

/**
 * Returns the value of a query parameter whose values are in a list that staff can edit. Returns undefined for a
 * missing or empty parameter. A value that is not in the list is returned unchanged, because stored rows might still
 * have this value.
 * @throws {PageMovedError} with the result of `addressOf` when the parameter contains a former name of a value
 */
export function readListValue(
  { search, site }: Pick<PageLoadInput, 'search' | 'site'>,
  { name, list }: { name: string; list: ListName },
  addressOf: (value: string) => string,
): string | undefined {
  const text = search.get(name);
  if (!text) return undefined;
  const value = findStoredValue(site.choices, list, text) ?? text;
  if (value !== text) throw new PageMovedError(addressOf(value));
  return value;
}

/**
 * Returns the last part of a path in the form in which slugs are stored.
 * @throws {PageNotFoundError} when the percent-encoding is invalid
 */
function readKey(param: string | undefined): string {
  try {
    return decodeURIComponent(param ?? '')
      .normalize('NFC')
      .toLowerCase();
  } catch {
    throw new PageNotFoundError();
  }
}

/**
 * Loads the row whose id or slug is in the path. An id has only digits.
 * @throws {PageNotFoundError} when no row can have that id
 */
export async function loadByIdOrSlug<Row>(
  { params }: Pick<PageLoadInput, 'params'>,
  { byId, bySlug }: { byId: (id: number) => Promise<Row>; bySlug: (slug: string) => Promise<Row> },
): Promise<Row> {
  const key = readKey(params.id);
  if (!/^\d+$/.test(key)) return bySlug(key);
  if (!/^[1-9]\d{0,9}$/.test(key)) throw new PageNotFoundError();
  return byId(Number(key));
}

/**
 * Returns a path with query parameters in the given order. Leaves out parameters that are undefined or empty.
 */
export function withQuery(path: string, queries: Record<string, string | number | undefined>): string {
  const entries = Object.entries(queries).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}
