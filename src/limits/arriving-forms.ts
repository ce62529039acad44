import { TooManyTries, Unavailable } from '../shared/errors.ts';
import { networksOfAddress } from './address-networks.ts';
import type { Senders } from './bytes-in-flight.ts';

const [kilobyte, megabyte] = [1024, 1024 * 1024];
const bounds: Record<Senders, { inAll: number; ofAddress: number }> = {
  strangers: { inAll: 64 * megabyte, ofAddress: 20 * megabyte },
  'signed-in': { inAll: 96 * megabyte, ofAddress: 72 * megabyte },
};
/** The limits of an address and of the two wider networks around it, as multiples of `ofAddress`. */
const networkShares = [1, 1.5, 2];
/** The interval at which `endSlow` must be called, in milliseconds. */
export const slowCheckIntervalMs = 20_000;
/**
 * The minimum amounts of data that a form must send in an interval. A minimum applies when all forms together hold at
 * least the share `fromShare` of the limit. Below the smallest share, only the minimum of `endSlowClients` applies.
 */
const minima = [
  { fromShare: 0.75, bytes: 1000 * kilobyte },
  { fromShare: 0.5, bytes: 200 * kilobyte },
];

const ofAddress = 'Too much is being sent from your network at the same time. Please try again in a moment.';
const inAll = 'The service is receiving too much at the moment. Please try again soon.';

interface Form {
  senders: Senders;
  networks: string[];
  bytes: number;
  /** The bytes since the last call of `endSlow`. `hasBegunBefore` says whether the form had begun before that call. */
  recentBytes: number;
  hasBegunBefore: boolean;
  isComplete: boolean;
  isWaiting(): boolean;
  end(reason: Error): void;
}

/** The part of a form that has arrived so far. */
export interface Arrival {
  /**
   * Counts bytes that have arrived. Ends this form if its network exceeds a limit. Ends slow forms if all forms
   * together exceed their limit.
   */
  add(bytes: number): void;
  /** Marks the form as complete. A complete form is not ended, but its bytes count until `release`. */
  complete(): void;
  release(): void;
}

export interface ArrivingForms {
  /**
   * Registers a form. `isWaiting` returns whether the server has read all that the client has sent. `end` stops the
   * form.
   */
  open(senders: Senders, address: string, form: Pick<Form, 'isWaiting' | 'end'>): Arrival;
  /**
   * Ends forms that arrive too slowly, if at least half of the limit is used up. Call this function every
   * `slowCheckIntervalMs`.
   */
  endSlow(): void;
  bytes(senders: Senders): number;
}

/**
 * Limits how many bytes of unfinished forms with files the server holds. A byte counts from its arrival until
 * its form is stored or refused. The announced length of a form does not count towards the limit, so a slow
 * sender cannot use up the limit.
 */
export function createArrivingForms(): ArrivingForms {
  const forms = new Set<Form>();
  const held = new Map<string, number>();
  const bytesOf = (key: string) => held.get(key) ?? 0;
  const count = ({ senders, networks }: Form, bytes: number) => {
    for (const key of [senders, ...networks]) {
      const sum = bytesOf(key) + bytes;
      if (sum > 0) held.set(key, sum);
      else held.delete(key);
    }
  };
  const release = (form: Form) => {
    if (forms.delete(form)) count(form, -form.bytes);
  };
  const end = (form: Form, reason: Error) => {
    release(form);
    form.end(reason);
  };
  const shareOf = ({ networks }: Form) => bytesOf(networks.at(-1) ?? '');
  /** Returns the slowest incomplete form of the network whose forms hold the most bytes. */
  const findSlowest = (senders: Senders) =>
    [...forms]
      .filter((form) => form.senders === senders && !form.isComplete)
      .toSorted((one, other) => shareOf(other) - shareOf(one) || one.recentBytes - other.recentBytes)[0];

  const add = (form: Form, bytes: number) => {
    if (!forms.has(form)) return;
    form.bytes += bytes;
    form.recentBytes += bytes;
    count(form, bytes);
    const bound = bounds[form.senders];
    const isTooMuch = form.networks.some(
      (key, i) => bytesOf(key) > bound.ofAddress * (networkShares[i] ?? 1),
    );
    if (isTooMuch) end(form, new TooManyTries(ofAddress, { retryAfter: 10 }));
    while (bytesOf(form.senders) > bound.inAll) {
      const slowest = findSlowest(form.senders);
      if (!slowest) return;
      end(slowest, new Unavailable(inAll, { retryAfter: 5 }));
    }
  };

  return {
    open: (senders, address, { isWaiting, end: stop }) => {
      const networks = networksOfAddress(address).map((group) => `${senders} ${group}`);
      const form: Form = {
        senders,
        networks,
        bytes: 0,
        recentBytes: 0,
        hasBegunBefore: false,
        isComplete: false,
        isWaiting,
        end: stop,
      };
      forms.add(form);
      return {
        add: (bytes) => add(form, bytes),
        complete: () => {
          form.isComplete = true;
        },
        release: () => release(form),
      };
    },
    endSlow: () => {
      for (const form of [...forms]) {
        const share = bytesOf(form.senders) / bounds[form.senders].inAll;
        const least = minima.find(({ fromShare }) => share >= fromShare)?.bytes ?? 0;
        const isSlow = form.hasBegunBefore && form.recentBytes < least;
        if (isSlow && !form.isComplete && form.isWaiting())
          end(form, new Unavailable(inAll, { retryAfter: 5 }));
        form.recentBytes = 0;
        form.hasBegunBefore = true;
      }
    },
    bytes: bytesOf,
  };
}
