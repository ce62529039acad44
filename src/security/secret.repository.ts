import { sql } from 'kysely';
import { isPostgresql, toColumnMoment } from '../database/dialect.ts';
import { lockName } from '../locks/name-lock.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import { type SealingKey, seal, unseal } from './sealing.ts';

type Inside = Pick<Ctx, 'em'>;

interface SecretRow {
  name: string;
  generation: number;
  value: string;
  /** SQLite returns milliseconds. */
  made_at: Date | number;
}

export interface StoredSecret {
  name: string;
  generation: number;
  value: string;
  made_at: Date;
}

/**
 * Locks the sealed values until the end of the transaction. Transactions that store sealed values wait for
 * each other, so that no value misses a change of the sealing key.
 */
export function lockSecrets(tx: Inside): Promise<void> {
  return lockName(tx, 'secrets');
}

/** Returns all signing keys, sorted by purpose. The newest key of each purpose comes first. */
export async function listSecrets(connection: Connection): Promise<StoredSecret[]> {
  const rows = await connection
    .withTables<{ secrets: SecretRow }>()
    .selectFrom('secrets')
    .select(['name', 'generation', 'value', 'made_at'])
    .orderBy('name')
    .orderBy('generation', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, made_at: new Date(row.made_at) }));
}

export function connectionOf({ em }: Inside): Connection {
  return em.getKysely<object>() as Connection;
}

export async function storeSecret(tx: Inside, key: SealingKey, secret: StoredSecret): Promise<void> {
  const value = seal(key, secretPlace(secret), secret.value);
  const made_at = toColumnMoment(connectionOf(tx), secret.made_at);
  await secretsOf(tx)
    .insertInto('secrets')
    .values({ ...secret, value, made_at })
    .execute();
}

/**
 * Makes SQLite overwrite replaced and deleted content. Otherwise a key that was not sealed would remain
 * readable in the file.
 */
export async function enableSecureDelete(tx: Inside): Promise<void> {
  const connection = connectionOf(tx);
  if (!isPostgresql(connection)) await sql`pragma secure_delete = on`.execute(connection);
}

export async function resealSecret(
  tx: Inside,
  keys: readonly [SealingKey, ...SealingKey[]],
  { name, generation, value }: StoredSecret,
): Promise<void> {
  const place = secretPlace({ name, generation });
  await secretsOf(tx)
    .updateTable('secrets')
    .set({ value: seal(keys[0], place, unseal(keys, place, value)) })
    .where('name', '=', name)
    .where('generation', '=', generation)
    .execute();
}

export async function removeSecret(
  tx: Inside,
  { name, generation }: Pick<StoredSecret, 'name' | 'generation'>,
): Promise<void> {
  await secretsOf(tx)
    .deleteFrom('secrets')
    .where('name', '=', name)
    .where('generation', '=', generation)
    .execute();
}

/** The sealed secret of an authenticator app. */
export interface SealedFactor {
  id: number;
  place: string;
  value: string;
}

export async function listSealedFactors(connection: Connection): Promise<SealedFactor[]> {
  const rows = await connection
    .withTables<{ factors: FactorRow }>()
    .selectFrom('factors')
    .select(['id', 'user_id', 'credential_id', 'secret as value'])
    .where('secret', 'is not', null)
    .execute();
  return rows.map((row) => ({ id: row.id, place: factorPlace(row), value: row.value ?? '' }));
}

/**
 * Stores the secret of an authenticator app. Null means that no key opens the old secret. The app then no
 * longer works, but recovery codes do.
 */
export async function storeFactorSecret(tx: Inside, id: number, secret: string | null): Promise<void> {
  const tables = connectionOf(tx).withTables<{ factors: FactorRow }>();
  await tables.updateTable('factors').set({ secret }).where('id', '=', id).execute();
}

/**
 * Returns the place to which `seal` binds the secret of an authenticator app. The place contains the owner, so a sealed
 * secret that is copied to another account cannot be opened there.
 */
export function factorPlace({
  user_id,
  credential_id,
}: Pick<FactorRow, 'user_id' | 'credential_id'>): string {
  return `factors/${user_id}/${credential_id}`;
}

interface FactorRow {
  id: number;
  user_id: number;
  credential_id: string;
  secret: string | null;
}

export function secretPlace({ name, generation }: Pick<StoredSecret, 'name' | 'generation'>): string {
  return `secrets/${name}/${generation}`;
}

function secretsOf(tx: Inside) {
  return connectionOf(tx).withTables<{ secrets: SecretRow }>();
}
