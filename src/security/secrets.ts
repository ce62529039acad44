import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { createSecret } from './tokens.ts';

/** Signs with keys that lie in the database, so that they outlive a restart and all instances share them. */
export interface Secrets {
  /** The signature of a text, as 43 characters; each `purpose` has a key of its own. */
  sign(purpose: string, text: string): Promise<string>;
}

/** Makes the signer. A key is made when it is first needed. */
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
  // Of two instances that start at once, both take the key that was stored first.
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
