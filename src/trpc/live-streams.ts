import type { Events } from '../database/events/events.ts';
import { TooManyTries } from '../shared/errors.ts';

/** Reports ended sessions. The text is the id of a user, or empty if any user may be affected. */
export const sessionsEndedTopic = 'sessions-ended';

/** The session is checked this often without an event. While events cannot come, the stream reloads. */
const checkEveryMs = 15_000;

/** Weakest first: the session may have ended, an event may have been missed, an event was sent. */
const reasons = ['session', 'maybe', 'news'] as const;
type WakeReason = (typeof reasons)[number];

/** By topic. There are few, because senders choose from fixed texts. */
type EventTexts = ReadonlyMap<string, ReadonlySet<string>>;

interface WakeSource {
  /**
   * Resolves with the next reason, at once if there was one since the last call. Undefined when the source is
   * stopped.
   */
  heard(): Promise<{ reason: WakeReason; news: EventTexts } | undefined>;
  pause(ms: number): Promise<void>;
  stop(): void;
}

/** Also wakes at the start and at intervals: the session may have ended, and events been missed. */
function createWakeSource(events: Events, topics: readonly string[], userId: number): WakeSource {
  let isStopped = false;
  let strongest: WakeReason | undefined = 'maybe';
  let news = new Map<string, Set<string>>();
  let wake = () => {};
  let endPause = () => {};
  const notify = (reason: WakeReason) => {
    if (!strongest || reasons.indexOf(reason) > reasons.indexOf(strongest)) strongest = reason;
    wake();
  };
  const timer = setInterval(() => notify(events.isConnected() ? 'session' : 'maybe'), checkEveryMs);
  const stops = [
    ...topics.map((topic) =>
      events.on(topic, (text) => {
        news.set(topic, (news.get(topic) ?? new Set()).add(text));
        notify('news');
      }),
    ),
    events.on(sessionsEndedTopic, (text) => {
      if (text === '' || text === String(userId)) notify('session');
    }),
    events.onConnection((isConnected) => {
      if (isConnected) notify('maybe');
    }),
    () => clearInterval(timer),
  ];
  return {
    heard: async () => {
      if (!strongest && !isStopped) await new Promise<void>((resolve) => (wake = resolve));
      const heard = isStopped || !strongest ? undefined : { reason: strongest, news };
      strongest = undefined;
      news = new Map();
      return heard;
    },
    pause: async (ms) => {
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    stop: () => {
      for (const stop of stops) stop();
      isStopped = true;
      wake();
      endPause();
    },
  };
}

interface StreamCaller {
  viewer: { id: number };
  isStillSignedIn(): Promise<boolean>;
}

export interface StreamWakeUp {
  reason: Exclude<WakeReason, 'session'>;
  /** By topic. */
  news: EventTexts;
}

export interface LiveStreams {
  /**
   * Yields `news` for events, and `maybe` at once and whenever an event may have been missed. Ends with the
   * session.
   * @throws {TooManyTries} at once, when the user or the server has too many open streams
   */
  follow(
    caller: StreamCaller,
    topics: readonly string[],
    signal: AbortSignal | undefined,
  ): AsyncIterable<StreamWakeUp>;
  close(): void;
}

/** A user has few browsers, each with one stream. A broken one counts as open until it is detected. */
const maxOfUser = 10;
const maxInAll = 1000;
const leastGapMs = 250;

export function createLiveStreams(events: Events): LiveStreams {
  const closing = new AbortController();
  const open = new Map<number, number>();
  let inAll = 0;
  const enter = (userId: number) => {
    const ofUser = open.get(userId) ?? 0;
    if (ofUser >= maxOfUser || inAll >= maxInAll) {
      throw new TooManyTries('Too many live connections are open. Please close some of them.', {
        retryAfter: 60,
      });
    }
    open.set(userId, ofUser + 1);
    inAll += 1;
  };
  const leave = (userId: number) => {
    const left = (open.get(userId) ?? 1) - 1;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
    inAll -= 1;
  };
  return {
    close: () => closing.abort(),
    follow: (caller, topics, signal) => {
      const { id } = caller.viewer;
      const end = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      enter(id);
      const wakeSource = createWakeSource(events, topics, id);
      const finish = once(() => {
        wakeSource.stop();
        leave(id);
      });
      end.addEventListener('abort', finish);
      if (end.aborted) finish();
      return wakeUps(caller, wakeSource, end, finish);
    },
  };
}

async function* wakeUps(
  caller: StreamCaller,
  wakeSource: WakeSource,
  end: AbortSignal,
  finish: () => void,
): AsyncGenerator<StreamWakeUp> {
  try {
    while (!end.aborted) {
      const heard = await wakeSource.heard();
      if (!heard || !(await caller.isStillSignedIn()) || end.aborted) return;
      const { reason, news } = heard;
      if (reason === 'session') continue;
      yield { reason, news };
      await wakeSource.pause(leastGapMs);
    }
  } finally {
    finish();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
