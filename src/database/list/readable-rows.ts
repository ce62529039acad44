import { type RawBuilder, sql } from 'kysely';

/**
 * The rows that the caller may read: rows that were public (`was_public`), and rows whose `column` has one of `values`.
 * In all other rows, a search looks only at public texts (`open_search_text`).
 */
export interface ReadableRows {
  column: string;
  values: readonly string[];
}

export function matchReadableText(
  readable: ReadableRows | undefined,
  holds: (column: string) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (!readable) return sql`${holds('search_text')}`;
  const { column, values } = readable;
  const named = values.map((value) => sql` or coalesce(${sql.ref(column)}, '') = ${value}`);
  const isReadable = sql`(was_public = ${1}${sql.join(named, sql``)})`;
  return sql`(${isReadable} and ${holds('search_text')} or not ${isReadable} and ${holds('open_search_text')})`;
}

export function readableColumns(readable: ReadableRows | undefined): string[] {
  return readable ? ['search_text', 'open_search_text', 'was_public', readable.column] : ['search_text'];
}
