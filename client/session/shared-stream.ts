const firstWaitMs = 1000;
const longestWaitMs = 60_000;

/** The events of a stream: it opens, brings a value, or ends. */
export interface StreamEvents<T> {
  onOpen(): void;
  onValue(value: T, id: string): void;
  /** `isRefused`: the server would refuse a retry too. */
  onEnd(isRefused: boolean): void;
}

interface SharedStream<T> {
  /** Tabs with the same name share one stream. */
  name: string;
  /**
   * Opens the stream, after the value with the id `lastId` when it is given. Returns a function that closes
   * the stream.
   */
  open(events: StreamEvents<T>, lastId: string | undefined): () => void;
  onValue(value: T): void;
  /** Called when the stream opens or ends. */
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
 * Follows a stream together with the other tabs of this browser, because a browser opens only few connections
 * to a server. One tab holds the stream and passes the values on. When that tab closes, another one
 * continues. Returns a function that leaves the stream. Browsers without locks (pages outside https and
 * localhost) get no stream.
 */
export function createSharedStream<T>({ name, open, onValue, onLive }: SharedStream<T>): () => void {
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
  /** Resolves when the stream ends: true if the server refused it. */
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
  // Rejects when this tab leaves before it holds the stream.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  return () => {
    if (isLeader) post({ kind: 'live', isLive: false });
    leaving.abort();
    channel.close();
  };
}

/** Waits a random time between half of `ms` and `ms`, so that browsers do not reconnect all at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // An earlier abort fires no event.
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms * (0.5 + Math.random() / 2));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
