import { type ExpressionBuilder, type ReferenceExpression, sql } from 'kysely';

/**
 * Folds text for a search without regard to case, beyond ASCII too: the databases' own `lower()` folds only
 * ASCII (SQLite, PostgreSQL under the C locale), so searchable rows keep a folded `search_text`.
 */
export function fold(...texts: string[]): string {
  return texts.join('\n').normalize('NFKC').toLowerCase();
}

/** A condition on a folded column: it contains the term, in which `%` and `_` stand for themselves. */
export function contains<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  column: ReferenceExpression<DB, TB>,
  term: string,
) {
  const pattern = `%${fold(term).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`${eb.ref(column as never)} like ${pattern} escape '\\'`;
}
