import type { Database } from '../database/database.ts';
import type { Ctx } from '../database/ctx.ts';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { type SealingKey, seal, unseal } from './sealing.ts';
import type { SealingKeys } from './sealing-keys.ts';
import {
  connectionOf,
  listSealedFactors,
  listSecrets,
  lockSecrets,
  enableSecureDelete,
  removeSecret,
  type StoredSecret,
  resealSecret,
  storeFactorSecret,
  storeSecret,
} from './secret.repository.ts';
import { signatureLifetimeOf, signatureLifetimes, signingDelayMs } from './secrets.ts';
import { createSecret } from './tokens.ts';

type Inside = Pick<Ctx, 'em'>;
type Sealed = Pick<StoredSecret, 'value'>;
type Keys = readonly [SealingKey, ...SealingKey[]];

/**
 * Seals keys that an earlier version stored without sealing, creates missing signing keys and removes expired
 * keys. Creates a sealing key only while nothing is sealed, because a new key could not open values that
 * another key has sealed. Returns whether a sealing key was created.
 * @throws {Error} with a message of one line when a value is sealed with a key that is missing
 */
export async function prepareSecrets(database: Database, keys: SealingKeys): Promise<boolean> {
  return changeSecrets(database, async (tx, stored) => {
    expectOpenable([...stored, ...(await factorsIn(tx))], keys);
    const isNew = keys.read().length === 0;
    if (isNew) keys.add?.();
    const sealing = expectKeys(keys);
    const plain = stored.filter(({ value }) => !sealingKeyOf(value));
    if (plain.length > 0) await enableSecureDelete(tx);
    for (const secret of plain) await resealSecret(tx, sealing, secret);
    // All signing keys are created now. Otherwise an instance with another sealing key would notice the
    // difference only when it signs.
    for (const name of Object.keys(signatureLifetimes)) {
      if (stored.some((secret) => secret.name === name)) continue;
      await storeSecret(tx, sealing[0], {
        name,
        generation: 1,
        value: createSecret(),
        made_at: new Date(),
      });
    }
    await removeExpired(tx, stored, new Date());
    return isNew;
  });
}

/**
 * Checks that the key of every sealed value exists.
 * @throws {Error} with a message of one line that names the missing key and the place where the keys are
 */
export function expectOpenable(stored: readonly Sealed[], keys: SealingKeys): void {
  const lost = findLost(stored, keys);
  if (lost.length === 0) return;
  const wanted = [...new Set(lost.map(({ value }) => sealingKeyOf(value)))].join(', ');
  const found = keys.read().map(({ id }) => id);
  const there = found.length > 0 ? `holds the key ${found.join(', ')}` : 'holds no key';
  throw new Error(
    `the secrets of this database are sealed with the key ${wanted}, and ${keys.where} ${there}: ` +
      'put the right key back, the same for all instances; docs/operating.md says what to do when it is lost',
  );
}

function findLost<T extends Sealed>(stored: readonly T[], keys: SealingKeys): T[] {
  const ids = new Set(keys.read().map(({ id }) => id));
  return stored.filter(({ value }) => {
    const id = sealingKeyOf(value);
    return id !== undefined && !ids.has(id);
  });
}

/**
 * Adds a new signing key for one purpose, or for all purposes that have keys. Old keys verify until their last
 * signature expires. If `isRevoked` is true, removes old keys at once, so that their signatures are no longer accepted.
 * Returns the purposes that have a new key.
 * @throws {Error} when there is no such purpose, or when a stored key cannot be opened
 */
export async function rotateSigningKeys(
  database: Database,
  keys: SealingKeys,
  { purpose, isRevoked, now }: { purpose: string | undefined; isRevoked: boolean; now: Date },
): Promise<string[]> {
  if (purpose !== undefined && !Object.hasOwn(signatureLifetimes, purpose)) {
    throw new Error(`there is no purpose ${purpose}: ${Object.keys(signatureLifetimes).join(', ')}`);
  }
  return changeSecrets(database, async (tx, stored) => {
    expectOpenable(stored, keys);
    const newest = newestOf(stored).filter(({ name }) => purpose === undefined || name === purpose);
    for (const { name, generation } of newest) {
      const secret = { name, generation: generation + 1, value: createSecret(), made_at: now };
      await storeSecret(tx, expectKeys(keys)[0], secret);
      const old = stored.filter((one) => one.name === name);
      if (isRevoked) for (const one of old) await removeSecret(tx, one);
    }
    await removeExpired(tx, stored, now);
    return newest.map(({ name }) => name);
  });
}

/**
 * Seals every value with the first key. If the keys are in a file, adds a new first key beforehand, and removes the old
 * keys afterwards. After an interruption at any point, the keys in the file still open every value. Returns the number
 * of values that were sealed again.
 */
export async function rotateSealingKey(database: Database, keys: SealingKeys): Promise<number> {
  expectOpenable([...(await listSecrets(database.read)), ...(await listSealedFactors(database.read))], keys);
  keys.add?.();
  const resealed = await changeSecrets(database, async (tx, stored) => {
    const sealing = expectKeys(keys);
    const old = stored.filter(({ value }) => sealingKeyOf(value) !== sealing[0].id);
    for (const secret of old) await resealSecret(tx, sealing, secret);
    const factors = (await factorsIn(tx)).filter(({ value }) => sealingKeyOf(value) !== sealing[0].id);
    for (const { id, place, value } of factors) {
      await storeFactorSecret(tx, id, seal(sealing[0], place, unseal(sealing, place, value)));
    }
    return old.length + factors.length;
  });
  keys.removeOld?.();
  return resealed;
}

/**
 * Removes the signing keys and the secrets of authenticator apps that no sealing key opens, because a sealing key was
 * lost. Signatures of the removed keys are no longer accepted. Returns the purposes of the removed keys, and
 * `authenticator apps` if a secret was removed.
 */
export async function dropUnreadable(database: Database, keys: SealingKeys): Promise<string[]> {
  return changeSecrets(database, async (tx, stored) => {
    const lost = findLost(stored, keys);
    for (const secret of lost) await removeSecret(tx, secret);
    const factors = findLost(await factorsIn(tx), keys);
    for (const { id } of factors) await storeFactorSecret(tx, id, null);
    return [...new Set(lost.map(({ name }) => name)), ...(factors.length > 0 ? ['authenticator apps'] : [])];
  });
}

function factorsIn(tx: Inside) {
  return listSealedFactors(connectionOf(tx));
}

function changeSecrets<T>(
  database: Database,
  act: (tx: Inside, stored: StoredSecret[]) => Promise<T>,
): Promise<T> {
  return database.fork().transactional(async (em) => {
    const tx = { em: em as Ctx['em'] };
    await lockSecrets(tx);
    return act(tx, await listSecrets(connectionOf(tx)));
  });
}

async function removeExpired(tx: Inside, stored: StoredSecret[], now: Date): Promise<void> {
  for (const [at, secret] of stored.entries()) {
    const newer = stored[at - 1];
    if (newer?.name !== secret.name) continue;
    const until = newer.made_at.getTime() + signingDelayMs + signatureLifetimeOf(secret.name);
    if (until < now.getTime()) await removeSecret(tx, secret);
  }
}

function newestOf(stored: StoredSecret[]): StoredSecret[] {
  return stored.filter(({ name }, at) => stored[at - 1]?.name !== name);
}

function expectKeys(keys: SealingKeys): Keys {
  const [first, ...more] = keys.read();
  if (!first) throw new Error(`there is no sealing key: ${keys.where} holds none`);
  return [first, ...more];
}
