import { p } from '@mikro-orm/core';

/** The columns of every row that people edit: `version` is what a save must name to notice another's save. */
export const editableColumns = () => ({
  id: p.integer().primary(),
  version: p.integer().version(),
  created_at: p.datetime(),
  updated_at: p.datetime(),
});

// Rows read past the entity manager carry the driver's own values: SQLite keeps a moment as milliseconds, a
// boolean as 0 or 1 and JSON as text, PostgreSQL gives the JavaScript values. These give the same for both.

/** A moment as ISO 8601 in UTC. */
export function toIso(value: Date | number | string): string {
  return new Date(value).toISOString();
}

/** A list of text. */
export function toTextList(value: string[] | string): string[] {
  return typeof value === 'string' ? (JSON.parse(value) as string[]) : value;
}
