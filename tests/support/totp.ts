import { totpCodeAt, totpStep } from '../../src/modules/auth/second-factor.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code that an authenticator app would show for a key. `by` shifts the time in steps of 30 seconds. */
export function totpCodeOf(key: string, now = new Date(), by = 0): string {
  const letters = [...key.replaceAll(' ', '')];
  const bits = letters.map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return totpCodeAt(Buffer.from(bytes), totpStep(now) + by);
}
