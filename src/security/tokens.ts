import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 256 random bits as 43 characters that may appear in a header, a cookie or an address. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns 128 random bits as 22 characters, so that a link with them fits on one line of a mail. */
export function createShortSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** A plain hash suffices, because the secret is long and random and cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The token does not reveal the cookie, and need not be stored. */
export function antiForgeryToken(cookieSecret: string): string {
  return createHash('sha256').update(`anti-forgery:${cookieSecret}`).digest('base64url');
}

export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
