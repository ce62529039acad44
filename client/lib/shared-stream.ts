const firstWaitMs = 1000;
const longestWaitMs = 60_000;

/** How a stream goes on: it stands, it brings a value, or it is over. */
export interface StreamEvents<T> {
  onOpen(): void;
  onValue(value: T, id: string): void;
  /** `isRefused`: another try would be refused too. */
  onEnd(isRefused: boolean): void;
}

interface SharedStream<T> {
  /** Tabs with the same name share one stream. */
  name: string;
  /** Opens the stream, where it broke when an id is known; gives what closes it. */
  open(events: StreamEvents<T>, lastId: string | undefined): () => void;
  onValue(value: T): void;
  /** Whether values arrive on their own right now. */
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
 * Follows a stream together with the other tabs of this browser: one of them holds it and tells the others, and when it goes
 * the next one goes on where it was. Gives what ends it for this tab. A browser that has no locks (they come with https and
 * localhost) gets no stream, as a browser opens only few connections to one server.
 */
export function followTogether<T>({ name, open, onValue, onLive }: SharedStream<T>): () => void {
  if (!('locks' in navigator)) return () => {};
  const channel = new BroadcastChannel(name);
  const left = new AbortController();
  let isLeader = false;
  let isLive = false;
  let last: Last<T> | undefined;

  const post = (message: Message<T>) => {
    if (!left.signal.aborted) channel.postMessage(message);
  };
  const setLive = (state: boolean) => {
    if (state !== isLive && !left.signal.aborted) onLive(state);
    isLive = state;
  };
  const setValue = (next: Last<T>) => {
    last = next;
    if (!left.signal.aborted) onValue(next.value);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message<T>>) => {
    if (data.kind === 'who' && isLeader) post({ kind: 'is', last, isLive });
    if (data.kind === 'is' && data.last && !last) setValue(data.last);
    if (data.kind === 'value') setValue(data.last);
    if (data.kind === 'is' || data.kind === 'live') setLive(data.isLive);
  });

  const lead = async () => {
    isLeader = true;
    for (let failures = 0; !left.signal.aborted; failures += 1) {
      const isRefused = await holdOnce(() => {
        failures = 0;
      });
      tellLive(false);
      if (isRefused) break;
      await pause(Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)), left.signal);
    }
    isLeader = false;
  };
  const tellLive = (state: boolean) => {
    setLive(state);
    post({ kind: 'live', isLive: state });
  };
  /** Resolves when the stream is over, with whether it was refused. */
  const holdOnce = (onOpen: () => void) =>
    new Promise<boolean>((resolve) => {
      const events: StreamEvents<T> = {
        onOpen: () => {
          onOpen();
          tellLive(true);
        },
        onValue: (value, id) => {
          setValue({ value, id });
          post({ kind: 'value', last: { value, id } });
        },
        onEnd: resolve,
      };
      const close = open(events, last?.id);
      left.signal.addEventListener('abort', () => {
        close();
        resolve(false);
      });
    });

  post({ kind: 'who' });
  // Rejects when this tab leaves before its turn.
  navigator.locks.request(name, { signal: left.signal }, lead).catch(() => {});
  return () => {
    if (isLeader) post({ kind: 'live', isLive: false });
    left.abort();
    channel.close();
  };
}

/** Waits at least half of the time, at random, so that all browsers do not come back in the same moment. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms * (0.5 + Math.random() / 2));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
