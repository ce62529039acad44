import { PageNotFound } from './page-route.tsx';

const maxSearchLength = 200;

/** The page number of an address, 1 when it has none. @throws {PageNotFound} when it is no positive number */
export function readPageNumber(search: URLSearchParams): number {
  const text = search.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new PageNotFound();
  return Number(text);
}

/** The search words of an address, tidied; `''` when there are none. */
export function readSearch(search: URLSearchParams): string {
  return (search.get('search') ?? '').trim().slice(0, maxSearchLength);
}

/** One entry of a fixed list from an address. @throws {PageNotFound} when the list has no such entry */
export function readChoice<const T extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = search.get(name);
  if (!text) return undefined;
  const value = values.find((each) => each === text);
  if (!value) throw new PageNotFound();
  return value;
}

/** The id that an address like `12` or `12-some-title` begins with. @throws {PageNotFound} when there is none */
export function readId(param: string | undefined): number {
  const digits = /^([1-9]\d{0,9})(?:-|$)/.exec(param ?? '')?.[1];
  if (!digits) throw new PageNotFound();
  return Number(digits);
}

/** An address with those of the queries that say something, in their order. */
export function withQuery(path: string, queries: Record<string, string | number | undefined>): string {
  const said = Object.entries(queries).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}
