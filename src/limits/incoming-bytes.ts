import { TooManyTries, Unavailable } from '../shared/errors.ts';
import { networkSharesOfAddress } from './address-networks.ts';

/** Anonymous clients cannot use up what signed-in users may send. */
export type SenderGroup = 'strangers' | 'signed-in';

const [kilobyte, megabyte] = [1024, 1024 * 1024];
/** `text` and `forms` are for all senders together. `ofAddress` applies to texts and forms separately. */
const bounds = {
  strangers: { text: 80 * megabyte, forms: 64 * megabyte, ofAddress: 20 * megabyte },
  'signed-in': { text: 96 * megabyte, forms: 96 * megabyte, ofAddress: 72 * megabyte },
};
/** The part of `text` for small bodies only, so that messages of visitors arrive beside long texts. */
const reserve = 16 * megabyte;
const small = megabyte;

/** The interval at which `endSlow` must be called. */
export const slowCheckIntervalMs = 20_000;
/**
 * What a form must send in an interval, by the used share of `forms`. Below half of it, only
 * `disconnectSlowClients` acts.
 */
const minima = [
  { fromShare: 0.75, bytes: 1000 * kilobyte },
  { fromShare: 0.5, bytes: 200 * kilobyte },
];

const tooMuchFromNetwork = () =>
  new TooManyTries(
    'Too much is being sent from your network at the same time. Please try again in a moment.',
    { retryAfter: 10 },
  );
const tooMuchInAll = () =>
  new Unavailable('The service is receiving too much at the moment. Please try again soon.', {
    retryAfter: 5,
  });

/** Bytes count for all senders of this kind, and for the networks around the address. */
interface Sender {
  senders: SenderGroup;
  networks: { key: string; bound: number }[];
}

interface Form extends Sender {
  bytes: number;
  /** Since the last call of `endSlow`. */
  recentBytes: number;
  /** Whether the form had begun before that call. */
  hasBegunBefore: boolean;
  isComplete: boolean;
  /** Whether the server has read all that the client has sent. */
  isWaiting(): boolean;
  end(reason: Error): void;
}

export interface ArrivingForm {
  /** Counts bytes. Ends this form if its network sends too much, and slow forms if all together do. */
  add(bytes: number): void;
  /** A complete form is not ended, but its bytes count until `release`. */
  complete(): void;
  release(): void;
}

function senderAt(senders: SenderGroup, address: string): Sender {
  const networks = networkSharesOfAddress(address, 'bytes').map(({ network, share }) => ({
    key: `${senders} ${network}`,
    bound: bounds[senders].ofAddress * share,
  }));
  return { senders, networks };
}

function createCounter() {
  const sums = new Map<string, number>();
  const sumOf = (key: string) => sums.get(key) ?? 0;
  return {
    sumOf,
    add: ({ senders, networks }: Sender, bytes: number) => {
      for (const key of [senders, ...networks.map((network) => network.key)]) {
        const sum = sumOf(key) + bytes;
        if (sum > 0) sums.set(key, sum);
        else sums.delete(key);
      }
    },
    isNetworkBeyond: ({ networks }: Sender, more = 0) =>
      networks.some(({ key, bound }) => sumOf(key) + more > bound),
  };
}

export function createIncomingTextCounter() {
  const counter = createCounter();
  return {
    /**
     * Counts the bytes of a body until the returned function is called.
     * @throws {TooManyTries} when the sender's network sends too much · {Unavailable} when all senders together do
     */
    hold: (senders: SenderGroup, address: string, bytes: number): (() => void) => {
      const sender = senderAt(senders, address);
      if (counter.isNetworkBeyond(sender, bytes)) throw tooMuchFromNetwork();
      const bound = bounds[senders].text - (bytes > small ? reserve : 0);
      if (counter.sumOf(senders) + bytes > bound) throw tooMuchInAll();
      counter.add(sender, bytes);
      let isHeld = true;
      return () => {
        if (isHeld) counter.add(sender, -bytes);
        isHeld = false;
      };
    },
  };
}

/**
 * Bounds the bytes of unfinished forms with files. A byte counts from its arrival until its form is stored or
 * refused. The announced length does not count, so slow senders cannot use up the bound with it.
 */
export function createArrivingForms() {
  const forms = new Set<Form>();
  const counter = createCounter();
  const release = (form: Form) => {
    if (forms.delete(form)) counter.add(form, -form.bytes);
  };
  const end = (form: Form, reason: Error) => {
    release(form);
    form.end(reason);
  };
  const sumOfWidestNetwork = ({ networks }: Form) => counter.sumOf(networks.at(-1)!.key);
  /** The slowest incomplete form of the network whose forms have the most bytes. */
  const findSlowest = (senders: SenderGroup) =>
    [...forms]
      .filter((form) => form.senders === senders && !form.isComplete)
      .toSorted(
        (one, other) =>
          sumOfWidestNetwork(other) - sumOfWidestNetwork(one) || one.recentBytes - other.recentBytes,
      )[0];
  const add = (form: Form, bytes: number) => {
    if (!forms.has(form)) return;
    form.bytes += bytes;
    form.recentBytes += bytes;
    counter.add(form, bytes);
    if (counter.isNetworkBeyond(form)) end(form, tooMuchFromNetwork());
    while (counter.sumOf(form.senders) > bounds[form.senders].forms) {
      const slowest = findSlowest(form.senders);
      if (!slowest) return;
      end(slowest, tooMuchInAll());
    }
  };

  return {
    open: (
      senders: SenderGroup,
      address: string,
      handlers: Pick<Form, 'isWaiting' | 'end'>,
    ): ArrivingForm => {
      const form: Form = {
        ...senderAt(senders, address),
        ...handlers,
        bytes: 0,
        recentBytes: 0,
        hasBegunBefore: false,
        isComplete: false,
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
    /** Ends slow forms once half of the bound is used up. */
    endSlow: () => {
      for (const form of [...forms]) {
        const share = counter.sumOf(form.senders) / bounds[form.senders].forms;
        const least = minima.find(({ fromShare }) => share >= fromShare)?.bytes ?? 0;
        const isSlow = form.hasBegunBefore && form.recentBytes < least;
        if (isSlow && !form.isComplete && form.isWaiting()) end(form, tooMuchInAll());
        form.recentBytes = 0;
        form.hasBegunBefore = true;
      }
    },
    bytes: (senders: SenderGroup) => counter.sumOf(senders),
  };
}
