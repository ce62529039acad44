const firstWaitMs = 1000;
const longestWaitMs = 60_000;

export interface StreamEvents<T> {
  onOpen(): void;
  onValue(value: T, id: string): void;
  /** `isRefused` is true if the server would refuse a retry too. */
  onEnd(isRefused: boolean): void;
}

interface SharedStream<T> {
  /** Tabs with the same name share one stream. */
  name: string;
  /** Continues after the value with the id `lastId`. */
  open(events: StreamEvents<T>, lastId: string | undefined): () => void;
  onValue(value: T): void;
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
 * The tabs of a browser share one stream, because it opens few connections to a server. One tab opens the
 * stream and sends its values to the others; when it closes, another tab does. Does nothing without Web Locks,
 * which exist only on https and localhost.
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
  /** Resolves at the end of the stream, with true if the server refused it. */
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
  // Rejects if this tab ends its subscription before it gets the lock.
  navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  return () => {
    if (isLeader) post({ kind: 'live', isLive: false });
    leaving.abort();
    channel.close();
  };
}

/** Between half of `ms` and `ms`, so that browsers do not reconnect all at once. */
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
