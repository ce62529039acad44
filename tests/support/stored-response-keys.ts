import type { Database } from '../../src/database/database.ts';
import type { Ctx } from '../../src/database/ctx.ts';
import { inTransaction } from '../../src/database/transaction.ts';

type Tables = { kept_answers: { key: string; fingerprint: string; answer: string; forget_at: string } };

export function createContext(database: Database): Ctx {
  return { em: database.fork(), read: database.read, viewer: null, now: new Date() };
}

export async function addKey(inside: Pick<Ctx, 'em'>, key: string, answer = ''): Promise<void> {
  const row = { key, fingerprint: '', answer, forget_at: '' };
  await inside.em.getKysely<Tables>().insertInto('kept_answers').values(row).execute();
}

/** Stores a key in a transaction, and returns the key. `meanwhile` runs before the commit. */
export function storeKey(
  database: Database,
  key: string,
  meanwhile?: (inside: Ctx) => Promise<unknown>,
  answer?: string,
): Promise<string> {
  return inTransaction(createContext(database), async (inside) => {
    await addKey(inside, key, answer);
    await meanwhile?.(inside);
    return key;
  });
}

export async function storedKeys(database: Database): Promise<string[]> {
  const rows = await database.read.withTables<Tables>().selectFrom('kept_answers').select('key').execute();
  return rows.map(({ key }) => key).sort();
}
