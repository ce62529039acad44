import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Ctx } from '../database/ctx.ts';
import { type SealingKey, seal, unseal } from './sealing.ts';
import type { SealingKeys } from './sealing-keys.ts';
import { connectionOf, listSecrets, lockSecrets, secretPlace, storeSecret } from './secret.repository.ts';
import { createSecret, isSameSecret } from './tokens.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/**
 * The purposes of signatures, and the longest time in milliseconds for which a signature is accepted. Retired
 * keys verify for this time.
 */
export const signatureLifetimes = {
  device: 365 * day,
  'visitor form': day,
  'visitor post': 10 * minute,
  'sso-flow': 10 * minute,
  preview: 30 * day,
  'sign-in': 15 * minute,
} as const;
export type SigningPurpose = keyof typeof signatureLifetimes;

/** How long an instance uses keys before it reads them again, in milliseconds. */
const freshMs = 5 * second;
/**
 * How long a new key only verifies while an older key still signs, in milliseconds. After this time, every
 * instance has read the new key.
 */
export const signingDelayMs = minute;

/**
 * Signs texts and seals stored values. All instances share the signing keys. The database stores these keys
 * encrypted with a sealing key that it does not contain.
 */
export interface Secrets {
  /** Returns a signature of 43 characters. */
  sign(purpose: SigningPurpose, text: string): Promise<string>;
  /** Returns whether the signature is valid. Signatures of a retired key are valid until they expire. */
  verify(purpose: SigningPurpose, text: string, signature: string): Promise<boolean>;
  /** Returns all signatures that `verify` accepts, the current one first. */
  signatures(purpose: SigningPurpose, text: string): Promise<string[]>;
  /**
   * Seals a text. Call this function in the transaction that stores the value, because it locks the sealed
   * values against a change of the sealing key.
   */
  seal(tx: Pick<Ctx, 'em'>, place: string, text: string): Promise<string>;
  /** Opens a sealed value. @throws {Error} when no key opens the value */
  unseal(place: string, value: string): string;
}

interface SigningKey {
  key: string;
  signsFrom: number;
  /** The time until which a retired key verifies. Undefined for the newest key. */
  validUntil: number | undefined;
}

export function createSecrets(database: Database, keys: SealingKeys, now: () => number = Date.now): Secrets {
  let known = new Map<string, SigningKey[]>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async () => {
    const found = await readSigningKeys(database, keys);
    known = found;
    readAt = performance.now();
  };
  const readOnce = () => {
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  };
  const keysOf = async (purpose: SigningPurpose): Promise<SigningKey[]> => {
    if (performance.now() - readAt > freshMs) {
      await readOnce().catch((error: unknown) => {
        // While the database is unavailable, the known keys remain in use.
        if (!known.has(purpose)) throw error;
      });
    }
    if (!known.has(purpose)) {
      await makeFirstKey(database, keys, purpose, new Date(now()));
      await read();
    }
    return known.get(purpose) ?? [];
  };
  const signatures = async (purpose: SigningPurpose, text: string) => {
    const at = now();
    const valid = (await keysOf(purpose)).filter(({ validUntil = at }) => validUntil >= at);
    const current = valid.find(({ signsFrom }) => signsFrom <= at) ?? valid.at(-1);
    return [...new Set([current, ...valid])].map((one) => hmac(one?.key ?? '', text));
  };
  return {
    signatures,
    seal: async (tx, place, text) => {
      await lockSecrets(tx);
      return seal(sealingKey(keys), place, text);
    },
    unseal: (place, value) => unseal(keys.read(), place, value),
    sign: async (purpose, text) => (await signatures(purpose, text))[0]!,
    verify: async (purpose, text, signature) => {
      const accepted = await signatures(purpose, text);
      return accepted.some((one) => isSameSecret(one, signature));
    },
  };
}

function sealingKey(keys: SealingKeys): SealingKey {
  const [sealing] = keys.read();
  if (!sealing) throw new Error(`there is no sealing key in ${keys.where}`);
  return sealing;
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

async function readSigningKeys(database: Database, keys: SealingKeys): Promise<Map<string, SigningKey[]>> {
  const rows = await listSecrets(database.read);
  const sealing = keys.read();
  const found = new Map<string, SigningKey[]>();
  for (const row of rows) {
    const newer = found.get(row.name) ?? [];
    const next = newer.at(-1);
    const validUntil = next && next.signsFrom + signatureLifetimeOf(row.name);
    const signsFrom = row.made_at.getTime() + signingDelayMs;
    newer.push({ key: unseal(sealing, secretPlace(row), row.value), signsFrom, validUntil });
    found.set(row.name, newer);
  }
  return found;
}

/**
 * Returns how long a signature is accepted. A later version may have stored keys of a purpose that this
 * version does not have. Such keys get the longest lifetime.
 */
export function signatureLifetimeOf(name: string): number {
  const known: Record<string, number> = signatureLifetimes;
  return known[name] ?? Math.max(...Object.values(known));
}

async function makeFirstKey(
  database: Database,
  keys: SealingKeys,
  name: SigningPurpose,
  made_at: Date,
): Promise<void> {
  await database.fork().transactional(async (em) => {
    const tx = { em: em as ReturnType<Database['fork']> };
    await lockSecrets(tx);
    const there = await listSecrets(connectionOf(tx));
    // When two instances create the first key at the same time, both use the key that was stored first.
    if (there.some((secret) => secret.name === name)) return;
    await storeSecret(tx, sealingKey(keys), { name, generation: 1, value: createSecret(), made_at });
  });
}
