import { TooManyTries, Unavailable } from '../shared/errors.ts';
import { networksOfAddress } from './address-networks.ts';

/** The groups of clients that have separate limits. Anonymous clients cannot use up the limit of signed-in users. */
export type Senders = 'strangers' | 'signed-in';

const megabyte = 1024 * 1024;
const bounds: Record<Senders, { inAll: number; ofAddress: number }> = {
  strangers: { inAll: 80 * megabyte, ofAddress: 20 * megabyte },
  'signed-in': { inAll: 96 * megabyte, ofAddress: 72 * megabyte },
};
/** The limits of an address and of the two wider networks around it, as multiples of `ofAddress`. */
const networkShares = [1, 1.5, 2];
/** The bytes that are reserved for small bodies. Messages of visitors arrive even while long texts use up the rest. */
const reserve = 16 * megabyte;
const small = megabyte;

const ofAddress = 'Too much is being sent from your network at the same time. Please try again in a moment.';
const inAll = 'The service is receiving too much at the moment. Please try again soon.';

export interface BytesInFlight {
  /**
   * Counts the bytes of a body until the returned function is called.
   * @throws {TooManyTries} when the sender's address or its network sends too much · {Unavailable} when all
   * senders together send too much
   */
  hold(senders: Senders, address: string, bytes: number): () => void;
}

export function createBytesInFlight(): BytesInFlight {
  const held = new Map<string, number>();
  const add = (key: string, bytes: number) => {
    const sum = (held.get(key) ?? 0) + bytes;
    if (sum > 0) held.set(key, sum);
    else held.delete(key);
  };
  return {
    hold: (senders, address, bytes) => {
      const bound = bounds[senders];
      const networks = networksOfAddress(address).map((group) => `${senders} ${group}`);
      const after = (key: string) => (held.get(key) ?? 0) + bytes;
      if (networks.some((key, i) => after(key) > bound.ofAddress * (networkShares[i] ?? 1))) {
        throw new TooManyTries(ofAddress, { retryAfter: 10 });
      }
      if (after(senders) > bound.inAll - (bytes > small ? reserve : 0)) {
        throw new Unavailable(inAll, { retryAfter: 5 });
      }
      const keys = [senders, ...networks];
      for (const key of keys) add(key, bytes);
      let isHeld = true;
      return () => {
        if (isHeld) for (const key of keys) add(key, -bytes);
        isHeld = false;
      };
    },
  };
}
