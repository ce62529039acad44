import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { createSecret } from './tokens.ts';

/** The keys are stored in the database, so they survive a restart and all instances share them. */
export interface Secrets {
  /** Returns 43 characters. Each `purpose` has its own key. */
  sign(purpose: string, text: string): Promise<string>;
}

export function createSecrets(database: Database): Secrets {
  const known = new Map<string, string>();
  return {
    sign: async (purpose, text) => {
      const key = known.get(purpose) ?? (await findOrMakeKey(database, purpose));
      known.set(purpose, key);
      return createHmac('sha256', key).update(text).digest('base64url');
    },
  };
}

async function findOrMakeKey(database: Database, name: string): Promise<string> {
  const secrets = database.fork().getKysely<{ secrets: { name: string; value: string } }>();
  // When two instances start at once, both use the key that was stored first.
  await secrets
    .insertInto('secrets')
    .values({ name, value: createSecret() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await secrets
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
