const firstWaitMs = 1000;
const longestWaitMs = 60_000;

/** The handlers for a stream that opens, delivers a value, or ends. */
export interface StreamEvents<T> {
  onOpen(): void;
  onValue(value: T, id: string): void;
  /** `isRefused` is true if the server would refuse a retry too. */
  onEnd(isRefused: boolean): void;
}

interface SharedStream<T> {
  /** Tabs with the same name share one stream. */
  name: string;
  /**
   * Opens the stream. If `lastId` is given, the stream continues after the value with this id. Returns a function
   * that closes the stream.
   */
  open(events: StreamEvents<T>, lastId: string | undefined): () => void;
  onValue(value: T): void;
  /** Called when the stream opens or ends. `isLive` is true while the stream is open. */
  onLive(isLive: boolean): void;
}

interface Last<T> {
  value: T;
  id: string;
}
type Message<T> =
  | { kind: 'who' }
  | { kind: 'is'; last: Last<T> | undefined; isLive: boolean }
  | { kind: 'value'; last: Last<T> }
  | { kind: 'live'; isLive: boolean };

/**
 * Subscribes to a stream that the tabs of this browser share, because a browser opens only a few connections to a
 * server. One tab opens the stream and sends its values to the other tabs. When that tab closes, another tab opens the
 * stream. Returns a function that ends this tab's subscription. Does nothing if the Web Locks API is missing. This API
 * exists only on https and localhost.
 */
export function subscribeToSharedStream<T>({ name, open, onValue, onLive }: SharedStream<T>): () => void {
  if (!('locks' in navigator)) return () => {};
  const channel = new BroadcastChannel(name);
  const leaving = new AbortController();
  let isLeader = false;
  let isLive = false;
  let last: Last<T> | undefined;

  const post = (message: Message<T>) => {
    if (!leaving.signal.aborted) channel.postMessage(message);
  };
  const setLive = (state: boolean) => {
    if (state !== isLive && !leaving.signal.aborted) onLive(state);
    isLive = state;
  };
  const setValue = (next: Last<T>) => {
    last = next;
    if (!leaving.signal.aborted) onValue(next.value);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message<T>>) => {
    if (data.kind === 'who' && isLeader) post({ kind: 'is', last, isLive });
    if (data.kind === 'is' && data.last && !last) setValue(data.last);
    if (data.kind === 'value') setValue(data.last);
    if (data.kind === 'is' || data.kind === 'live') setLive(data.isLive);
  });

  const lead = async () => {
    isLeader = true;
    for (let failures = 0; !leaving.signal.aborted; failures += 1) {
      const isRefused = await openOnce(() => {
        failures = 0;
      });
      broadcastLive(false);
      if (isRefused) break;
      await pause(Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)), leaving.signal);
    }
    isLeader = false;
  };
  const broadcastLive = (state: boolean) => {
    setLive(state);
    post({ kind: 'live', isLive: state });
  };
  /** Opens the stream. Resolves when the stream ends, with true if the server refused the stream. */
  const openOnce = (onOpen: () => void) =>
    new Promise<boolean>((resolve) => {
      const events: StreamEvents<T> = {
        onOpen: () => {
          onOpen();
          broadcastLive(true);
        },
        onValue: (value, id) => {
          setValue({ value, id });
          post({ kind: 'value', last: { value, id } });
        },
        onEnd: resolve,
      };
      const close = open(events, last?.id);
      leaving.signal.addEventListener('abort', () => {
        close();
        resolve(false);
      });
    });

  post({ kind: 'who' });
  // The lock request rejects if this tab ends its subscription before it gets the lock. Such a rejection
  // needs no handling.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  return () => {
    if (isLeader) post({ kind: 'live', isLive: false });
    leaving.abort();
    channel.close();
  };
}

/**
 * Waits a random time between half of `ms` and `ms`, so that browsers do not reconnect all at once. Stops
 * waiting when `signal` aborts.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // An aborted signal fires no further event.
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms * (0.5 + Math.random() / 2));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
