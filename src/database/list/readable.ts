import { type RawBuilder, sql } from 'kysely';

/**
 * The rows whose words somebody may know, besides those that are `was_public`: the ones with these values in a column. The others
 * are found by their `open_search_text` alone.
 */
export interface Readable {
  column: string;
  values: readonly string[];
}

/** A condition on a row's searched text, which is another column for rows whose words may not be known. */
export function amongReadable(
  readable: Readable | undefined,
  holds: (column: string) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (!readable) return sql`${holds('search_text')}`;
  const { column, values } = readable;
  const named = values.map((value) => sql` or coalesce(${sql.ref(column)}, '') = ${value}`);
  const isReadable = sql`(was_public = ${1}${sql.join(named, sql``)})`;
  return sql`(${isReadable} and ${holds('search_text')} or not ${isReadable} and ${holds('open_search_text')})`;
}

/** The columns that the condition looks at. */
export function readableColumns(readable: Readable | undefined): string[] {
  return readable ? ['search_text', 'open_search_text', 'was_public', readable.column] : ['search_text'];
}
