import { TooManyTries, Unavailable } from '../shared/errors.ts';
import { addressGroups } from './address-group.ts';
import type { Senders } from './bytes-in-flight.ts';

const [kilobyte, megabyte] = [1024, 1024 * 1024];
const bounds: Record<Senders, { inAll: number; ofAddress: number }> = {
  strangers: { inAll: 64 * megabyte, ofAddress: 20 * megabyte },
  'signed-in': { inAll: 96 * megabyte, ofAddress: 72 * megabyte },
};
/** The address and the two wider networks around it are limited to these multiples of `ofAddress`. */
const networkShares = [1, 1.5, 2];
/** The interval of `endSlow`. */
export const lookEveryMs = 20_000;
/**
 * The minimum progress of a form in an interval, once all forms hold a share of the limit. Below these shares,
 * `endSlowClients` sets the minimum.
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
  /** The bytes since the last call of `endSlow`. `hasBegunBefore` says whether the form had begun by then. */
  recentBytes: number;
  hasBegunBefore: boolean;
  isComplete: boolean;
  isWaiting(): boolean;
  end(reason: Error): void;
}

/** The part of a form that has arrived so far. */
export interface Arrival {
  /** May end this form or another one. */
  add(bytes: number): void;
  /** Marks the form as complete. It is not ended any more, but counts until it is released. */
  complete(): void;
  release(): void;
}

export interface ArrivingForms {
  /**
   * Registers a form. `isWaiting` returns whether the server has read all that the client has sent. `end` stops the
   * form.
   */
  open(senders: Senders, address: string, form: Pick<Form, 'isWaiting' | 'end'>): Arrival;
  /** Ends the forms that arrive too slowly in relation to all that has arrived. Call it every `lookEveryMs`. */
  endSlow(): void;
  bytes(senders: Senders): number;
}

/**
 * Limits how many bytes of unfinished forms with files the server holds. A byte counts from its arrival until its form
 * is stored or refused. The announced length of a form does not count, so a slow sender cannot use up the limit.
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
  /** Returns the slowest form of the network that sends the most bytes. */
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
      const networks = addressGroups(address).map((group) => `${senders} ${group}`);
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
