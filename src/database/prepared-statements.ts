import type BetterSqlite3 from 'better-sqlite3';

const maxStatements = 500;
const longestText = 4000;

/**
 * Returns a function that prepares statements. Caches up to 500 statements, because preparing is slow. Does not cache
 * long texts, because they contain values and rarely repeat.
 */
export function createStatementCache(
  database: BetterSqlite3.Database,
): (text: string) => BetterSqlite3.Statement {
  const known = new Map<string, BetterSqlite3.Statement>();
  return (text) => {
    const found = known.get(text);
    if (found && !found.busy) return found;
    const statement = database.prepare(text);
    if (text.length > longestText) return statement;
    known.set(text, statement);
    if (known.size > maxStatements) known.delete(known.keys().next().value ?? '');
    return statement;
  };
}
