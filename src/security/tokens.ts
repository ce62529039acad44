import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns a secret of 256 random bits, as 43 characters that fit a header, a cookie and an address. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns a secret of 128 random bits, as 22 characters. Short enough that a link with it fits one line of a mail. */
export function createShortSecret(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Returns the hash of a secret for the database. A plain hash suffices, because the secret is long and random and cannot be
 * guessed.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Returns the anti-forgery token of a session cookie. It cannot be turned back into the cookie, and it does not have to be stored. */
export function antiForgeryToken(cookieSecret: string): string {
  return createHash('sha256').update(`anti-forgery:${cookieSecret}`).digest('base64url');
}

/** Compares two texts in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
