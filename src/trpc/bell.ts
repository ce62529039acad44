import type { Signals } from '../database/signals.ts';

/** The topic of ended sessions. Its text is the user's id, or empty where that is not known. */
export const sessionsEnded = 'sessions-ended';

/** How often a stream checks its session, and reloads where events do not arrive. */
const checkEveryMs = 15_000;

/** Why a stream wakes, the weakest first: its session may have ended, something may have been missed, something was sent. */
const reasons = ['session', 'maybe', 'news'] as const;
export type Reason = (typeof reasons)[number];

export interface Bell {
  /** Resolves with the reason to wake, also with one from before the call. Resolves with nothing when it is stopped. */
  heard(): Promise<Reason | undefined>;
  pause(ms: number): Promise<void>;
  stop(): void;
}

/**
 * Creates it for a topic and the sessions of a user. It also wakes the stream by the clock, and at once, because something may
 * have been missed.
 */
export function createBell(signals: Signals, topic: string, userId: number): Bell {
  let isStopped = false;
  let strongest: Reason | undefined = 'maybe';
  let wake = () => {};
  let endPause = () => {};
  const ring = (reason: Reason) => {
    if (!strongest || reasons.indexOf(reason) > reasons.indexOf(strongest)) strongest = reason;
    wake();
  };
  const timer = setInterval(() => ring(signals.isConnected() ? 'session' : 'maybe'), checkEveryMs);
  const stops = [
    signals.on(topic, () => ring('news')),
    signals.on(sessionsEnded, (text) => {
      if (text === '' || text === String(userId)) ring('session');
    }),
    // Events that were sent while the connection was lost are unknown.
    signals.onConnection((isConnected) => {
      if (isConnected) ring('maybe');
    }),
    () => clearInterval(timer),
  ];
  return {
    heard: async () => {
      if (!strongest && !isStopped) await new Promise<void>((resolve) => (wake = resolve));
      const reason = isStopped ? undefined : strongest;
      strongest = undefined;
      return reason;
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
