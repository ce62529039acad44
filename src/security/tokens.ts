import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of 256 random bits, as 43 characters that fit a header, a cookie and an address. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret of 128 random bits, as 22 characters: for a link that lives an hour and should fit one line of a mail. */
export function createShortSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** What is stored of a secret. It is long and random, so a plain hash can not be guessed back. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/**
 * The anti-forgery token that belongs to a session cookie: whoever can read the one can not make the other, and
 * nothing more has to be stored.
 */
export function antiForgeryToken(cookieSecret: string): string {
  return createHash('sha256').update(`anti-forgery:${cookieSecret}`).digest('base64url');
}

/** Compares two texts in a time that does not tell where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
