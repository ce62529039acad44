import type { Connection, Ctx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/table-types.ts';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { expectSealingKeys, type SealingKeys, seal, unseal } from './sealing.ts';
import { factorPlace, lockSecrets, signingKeyName, webhookPlace } from './secrets.ts';
import { createSecret } from './random-secrets.ts';

type Inside = Pick<Ctx, 'em'>;

interface SealedValue {
  kind: typeof signingKeyName | 'authenticator apps' | 'webhooks';
  place: string;
  value: string;
  /** Undefined for the signing key. */
  row?: { table: 'factors'; id: number } | { table: 'webhooks'; id: number; column: 'secret' | 'old_secret' };
}

/**
 * Makes what is missing, but a sealing key only while nothing is sealed: a new one could not open what another has
 * sealed. Returns whether it made a sealing key. A site runs without the secrets of its webhooks.
 * @throws {Error} with one line, when a value is sealed with a missing key
 */
export function prepareSecrets(database: Database, keys: SealingKeys): Promise<boolean> {
  return changeSecrets(database, async (tx, sealed) => {
    expectUnsealable(
      sealed.filter(({ kind }) => kind !== 'webhooks'),
      keys,
    );
    const isNew = keys.read().length === 0;
    if (isNew) keys.add?.();
    if (!sealed.some(({ kind }) => kind === signingKeyName)) await makeSigningKey(tx, keys);
    return isNew;
  });
}

/** Signatures of the old one are no longer accepted. */
export function replaceSigningKey(database: Database, keys: SealingKeys): Promise<void> {
  return changeSecrets(database, (tx) => makeSigningKey(tx, keys));
}

/**
 * Seals every value with the first key. With keys in a file, adds a new first one before and removes the old ones
 * afterwards, so the file opens every value whenever this is interrupted. Returns the number of values that were sealed
 * again.
 */
export async function rotateSealingKey(database: Database, keys: SealingKeys): Promise<number> {
  expectUnsealable(await listSealedValues(database.read), keys);
  keys.add?.();
  const resealed = await changeSecrets(database, async (tx, sealed) => {
    const sealing = expectSealingKeys(keys);
    const old = sealed.filter(({ value }) => sealingKeyOf(value) !== sealing[0].id);
    for (const one of old)
      await store(tx, one, seal(sealing[0], one.place, unseal(sealing, one.place, one.value)));
    return old.length;
  });
  keys.removeOld?.();
  return resealed;
}

/**
 * For lost keys. An authenticator app stays without its secret: it no longer works, but recovery codes do. A webhook is
 * off until an admin replaces its secret. Returns the kinds of the removed values.
 */
export function deleteUnreadableSecrets(database: Database, keys: SealingKeys): Promise<string[]> {
  return changeSecrets(database, async (tx, sealed) => {
    const lost = findLost(sealed, keys);
    for (const one of lost) await store(tx, one, null);
    return [...new Set(lost.map(({ kind }) => kind))];
  });
}

/** @throws {Error} with one line, which names the missing key and where the keys are */
export function expectUnsealable(sealed: readonly SealedValue[], keys: SealingKeys): void {
  const lost = findLost(sealed, keys);
  if (lost.length === 0) return;
  const missing = [...new Set(lost.map(({ value }) => sealingKeyOf(value)))].join(', ');
  const present = keys.read().map(({ id }) => id);
  const there = present.length > 0 ? `holds the key ${present.join(', ')}` : 'holds no key';
  throw new Error(
    `the secrets of this database are sealed with the key ${missing}, and ${keys.where} ${there}: ` +
      'put the right key back, the same for all instances; docs/operating.md says what to do when it is lost',
  );
}

export async function listSealedValues(connection: Connection): Promise<SealedValue[]> {
  const secrets = await connection.selectFrom('secrets').selectAll().execute();
  const factors = await connection
    .selectFrom('factors')
    .select(['id', 'user_id', 'credential_id', 'secret'])
    .where('secret', 'is not', null)
    .execute();
  const webhooks = await connection.selectFrom('webhooks').select(['id', 'secret', 'old_secret']).execute();
  return [
    ...secrets.map(({ value }) => ({ kind: signingKeyName, place: signingKeyName, value }) as const),
    ...factors.map((row) => ({
      kind: 'authenticator apps' as const,
      place: factorPlace(row),
      value: row.secret ?? '',
      row: { table: 'factors' as const, id: row.id },
    })),
    ...webhooks.flatMap((webhook) =>
      (['secret', 'old_secret'] as const).flatMap((column) => {
        const value = webhook[column];
        const row = { table: 'webhooks' as const, id: webhook.id, column };
        return value ? [{ kind: 'webhooks' as const, place: webhookPlace(row.id), value, row }] : [];
      }),
    ),
  ];
}

function findLost(sealed: readonly SealedValue[], keys: SealingKeys): SealedValue[] {
  const ids = new Set(keys.read().map(({ id }) => id));
  return sealed.filter(({ value }) => !ids.has(sealingKeyOf(value) ?? ''));
}

/** Null removes the value. */
async function store(tx: Inside, { row }: SealedValue, value: string | null): Promise<void> {
  const tables = tx.em.getKysely<Tables>();
  if (row?.table === 'factors') {
    await tables.updateTable('factors').set({ secret: value }).where('id', '=', row.id).execute();
    return;
  }
  if (row) {
    const off = { is_active: false, off_reason: 'Its secret was lost with the sealing key. Replace it.' };
    const isLost = value === null && row.column === 'secret';
    const values = { [row.column]: value, ...(isLost && off) };
    await tables.updateTable('webhooks').set(values).where('id', '=', row.id).execute();
    return;
  }
  await tables.deleteFrom('secrets').execute();
  if (value !== null) await tables.insertInto('secrets').values({ name: signingKeyName, value }).execute();
}

function makeSigningKey(tx: Inside, keys: SealingKeys): Promise<void> {
  const key = { kind: signingKeyName, place: signingKeyName, value: createSecret() } as const;
  return store(tx, key, seal(expectSealingKeys(keys)[0], key.place, key.value));
}

function changeSecrets<T>(
  database: Database,
  act: (tx: Inside, sealed: SealedValue[]) => Promise<T>,
): Promise<T> {
  return database.fork().transactional(async (em) => {
    const tx = { em };
    await lockSecrets(tx);
    return act(tx, await listSealedValues(tx.em.getKysely<Tables>()));
  });
}
