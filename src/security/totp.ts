import { createHmac } from 'node:crypto';
import { isSameSecret } from './tokens.ts';

// RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds.

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function totpAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(19) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** Undefined for a wrong code. Clocks may differ by one step. */
export function findTotpStep(secret: Buffer, code: string, now: Date): number | undefined {
  const current = totpStep(now);
  return [current, current - 1, current + 1].find((step) => isSameSecret(totpAt(secret, step), code));
}

/** RFC 4648, without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
