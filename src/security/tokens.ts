import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Returns 256 random bits as 43 characters that may appear in a header, a cookie or an address. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns 128 random bits as 22 characters, so that a link with them fits on one line of a mail. */
export function createShortSecret(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Returns the SHA-256 hash of a secret. A fast hash suffices, because the secret is long and random and
 * cannot be guessed.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

const apiToken = /^atr_([\w-]{43})([0-9a-f]{8})$/;

/**
 * Returns a new API token: `atr_`, 256 random bits, and a checksum. With the checksum, scanners distinguish a
 * token from similar texts.
 */
export function createApiToken(): string {
  const secret = createSecret();
  return `atr_${secret}${checksumOf(secret)}`;
}

/** Returns whether a text begins like an API token. Also returns true for a mistyped token. */
export function looksLikeApiToken(text: string): boolean {
  return text.startsWith('atr_');
}

/**
 * Returns whether the form and the checksum of an API token are right. A token that passes this check might still not
 * exist.
 */
export function isApiToken(text: string): boolean {
  const [, secret = '', checksum] = apiToken.exec(text) ?? [];
  return checksum === checksumOf(secret);
}

function checksumOf(secret: string): string {
  return crc32(secret).toString(16).padStart(8, '0');
}

/**
 * Derives the anti-forgery token from the secret in the session cookie. The token does not reveal the secret,
 * and need not be stored.
 */
export function antiForgeryToken(cookieSecret: string): string {
  return createHash('sha256').update(`anti-forgery:${cookieSecret}`).digest('base64url');
}

export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
