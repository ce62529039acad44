import type { Signals } from '../database/signals.ts';

/** The topic on which is told that sessions have ended; the text is the user's id, or nothing where that is not known. */
export const sessionsEnded = 'sessions-ended';

/** How often a stream makes sure of its session, and asks anew where signals do not arrive. */
const checkEveryMs = 15_000;

/** What wakes one stream. */
export interface Bell {
  /** Resolves when there is a reason to wake, also one that came before. */
  heard(): Promise<'news' | 'check' | 'end'>;
  /** Resolves after a time, or when it is stopped. */
  pause(ms: number): Promise<void>;
  stop(): void;
}

/** Rings for a topic, for a person's sessions and by the clock. It has rung for news when it is made. */
export function createBell(signals: Signals, topic: string, userId: number): Bell {
  let reason: 'news' | 'check' | 'end' | undefined = 'news';
  let wake = () => {};
  let endPause = () => {};
  const ring = (why: 'news' | 'check') => {
    if (reason !== 'end' && !(reason === 'news' && why === 'check')) reason = why;
    wake();
  };
  const timer = setInterval(() => ring(signals.isConnected() ? 'check' : 'news'), checkEveryMs);
  const stops = [
    signals.on(topic, () => ring('news')),
    signals.on(sessionsEnded, (text) => {
      if (text === '' || text === String(userId)) ring('check');
    }),
    // What was sent while the connection was lost is not known.
    signals.onConnection((isConnected) => {
      if (isConnected) ring('news');
    }),
    () => clearInterval(timer),
  ];
  return {
    heard: async () => {
      if (!reason) await new Promise<void>((resolve) => (wake = resolve));
      const why = reason ?? 'end';
      if (why !== 'end') reason = undefined;
      return why;
    },
    pause: (ms) =>
      reason === 'end'
        ? Promise.resolve()
        : new Promise((resolve) => {
            const waiting = setTimeout(resolve, ms);
            endPause = () => {
              clearTimeout(waiting);
              resolve();
            };
          }),
    stop: () => {
      for (const stop of stops) stop();
      reason = 'end';
      wake();
      endPause();
    },
  };
}
