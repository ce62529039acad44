import type { Signals } from '../database/signals.ts';

/** The topic on which is told that sessions have ended; the text is the user's id, or nothing where that is not known. */
export const sessionsEnded = 'sessions-ended';

/** How often a stream makes sure of its session, and asks anew where signals do not arrive. */
const checkEveryMs = 15_000;

/** Why a stream wakes, the weakest first: its session may have ended, something may have been missed, something was sent. */
const reasons = ['session', 'maybe', 'news'] as const;
export type Reason = (typeof reasons)[number];

/** What wakes one stream. */
export interface Bell {
  /** Resolves when there is a reason to wake, also one that came before; with nothing when it is stopped. */
  heard(): Promise<Reason | undefined>;
  /** Resolves after a time, or when it is stopped. */
  pause(ms: number): Promise<void>;
  stop(): void;
}

/** Rings for a topic, for a person's sessions and by the clock. When it is made, something may have been missed. */
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
    // What was sent while the connection was lost is not known.
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
