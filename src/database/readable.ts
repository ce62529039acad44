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

/** The same as a question to a full-text table; `letters` gives what the table knows of a value. */
export function readableMatch(
  readable: Readable | undefined,
  phrase: string,
  letters: (value: string) => string,
): string {
  if (!readable) return `search_text : ${phrase}`;
  const { column, values } = readable;
  const named = values.map((value) => `${column} : "${letters(value)}"`);
  const isReadable = [`was_public : "${letters('1')}"`, ...named].join(' OR ');
  return `((search_text : ${phrase} AND (${isReadable})) OR (open_search_text : ${phrase} NOT (${isReadable})))`;
}
