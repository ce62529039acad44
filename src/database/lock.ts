import { sql } from 'kysely';
import { isPostgresql } from './dialect.ts';
import type { Work } from './work.ts';

/** Holds a name until the transaction of `inside` ends: whoever asks for the same name meanwhile waits. */
export async function holdName(inside: Pick<Work, 'em'>, name: string): Promise<void> {
  const db = inside.em.getKysely<unknown>();
  const wait = isPostgresql(db)
    ? sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
    : // SQLite has one writer at a time; a write that touches no row makes this transaction the one.
      sql`update migrations set name = name where 1 = 0`;
  await wait.execute(db);
}
