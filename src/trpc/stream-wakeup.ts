import type { Events } from '../database/events/events.ts';

/**
 * The topic of the event that reports ended sessions. The text of the event is the id of a user, or empty if any user
 * may be affected.
 */
export const sessionsEndedTopic = 'sessions-ended';

/**
 * How often a stream wakes without an event, to check the session. While events cannot be received, the stream also
 * reloads.
 */
const checkEveryMs = 15_000;

/** The reasons to wake, weakest first: the session may have ended, an event may have been missed, an event was sent. */
const reasons = ['session', 'maybe', 'news'] as const;
export type WakeReason = (typeof reasons)[number];

/** The texts of events by topic. The number of texts is small, because senders choose from fixed texts. */
export type EventTexts = ReadonlyMap<string, ReadonlySet<string>>;

export interface WakeSource {
  /**
   * Resolves with the strongest reason to wake, and with the events since the last call. Resolves at once when there
   * was a reason before the call. Resolves with undefined when the source is stopped.
   */
  heard(): Promise<{ reason: WakeReason; news: EventTexts } | undefined>;
  pause(ms: number): Promise<void>;
  stop(): void;
}

/**
 * Creates a source that wakes a stream on events. The source also wakes the stream at the start and at intervals, to
 * check the session and because events may have been missed.
 */
export function createWakeSource(events: Events, topics: readonly string[], userId: number): WakeSource {
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
