import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { sealingKeyOf } from '../shared/sealed-text.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface SealingKey {
  /** Identifies the key without revealing anything about its bytes. */
  id: string;
  bytes: Buffer;
}

/**
 * Parses a key of 32 bytes in base64, base64url or hexadecimal digits. Returns undefined for any other text.
 */
export function parseSealingKey(text: string): SealingKey | undefined {
  const bytes = Buffer.from(text, /^[\da-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length !== 32) return undefined;
  const id = createHash('sha256').update('atrium sealing key').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}

/**
 * Encrypts and authenticates a text. `place` names where the sealed text is stored. The sealed text can be
 * opened only with the same place.
 */
export function seal(key: SealingKey, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key.bytes, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `sealed.${key.id}.${sealed.toString('base64url')}`;
}

/**
 * Opens a sealed value. A value that is not sealed is returned unchanged.
 * @throws {Error} when the key is missing, or when the value was changed or belongs to another place
 */
export function unseal(keys: readonly SealingKey[], place: string, value: string): string {
  const id = sealingKeyOf(value);
  if (!id) return value;
  const key = keys.find((one) => one.id === id);
  if (!key) throw new Error(`${place} is sealed with the key ${id}, which is not here`);
  const sealed = Buffer.from(value.slice(`sealed.${id}.`.length), 'base64url');
  const decipher = createDecipheriv(algorithm, key.bytes, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return (
      decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch (cause) {
    throw new Error(`${place} was changed after it was sealed`, { cause });
  }
}
