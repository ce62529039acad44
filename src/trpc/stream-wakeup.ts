import type { Events } from '../database/events/events.ts';

/** Reports ended sessions. The text is the id of a user, or empty if any user may be affected. */
export const sessionsEndedTopic = 'sessions-ended';

/** The session is checked this often without an event. While events cannot come, the stream reloads. */
const checkEveryMs = 15_000;

/** Weakest first: the session may have ended, an event may have been missed, an event was sent. */
const reasons = ['session', 'maybe', 'news'] as const;
export type WakeReason = (typeof reasons)[number];

/** By topic. There are few, because senders choose from fixed texts. */
export type EventTexts = ReadonlyMap<string, ReadonlySet<string>>;

export interface WakeSource {
  /** At once when there was a reason since the last call. Undefined when the source is stopped. */
  heard(): Promise<{ reason: WakeReason; news: EventTexts } | undefined>;
  pause(ms: number): Promise<void>;
  stop(): void;
}

/** Also wakes at the start and at intervals: the session may have ended, and events been missed. */
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
