import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** 256 random bits as 43 characters that suit a header, a cookie or an address. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** 128 random bits as 22 characters, so that a link with them fits on one line of a mail. */
export function createShortSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** A fast hash is enough for a long random secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

const apiToken = /^atr_([\w-]{43})([0-9a-f]{8})$/;

/** `atr_`, 256 random bits, and a checksum by which scanners know it from similar texts. */
export function createApiToken(): string {
  const secret = createSecret();
  return `atr_${secret}${checksumOf(secret)}`;
}

/** True also for a mistyped token. */
export function looksLikeApiToken(text: string): boolean {
  return text.startsWith('atr_');
}

/** Whether form and checksum are right. Such a token may still not exist. */
export function isApiToken(text: string): boolean {
  const [, secret = '', checksum] = apiToken.exec(text) ?? [];
  return checksum === checksumOf(secret);
}

function checksumOf(secret: string): string {
  return crc32(secret).toString(16).padStart(8, '0');
}

/** Does not reveal the secret of the session cookie, and need not be stored. */
export function antiForgeryTokenOf(cookieSecret: string): string {
  return createHash('sha256').update(`anti-forgery:${cookieSecret}`).digest('base64url');
}

export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
