import type { Events } from '../database/events/events.ts';

/** The text is the user's id, or empty when any user may be affected. */
export const sessionsEnded = 'sessions-ended';

/** Without a connection for events, a stream also reloads that often. */
const checkEveryMs = 15_000;

/** The weakest first: the session may have ended, an event may have been missed, an event was sent. */
const reasons = ['session', 'maybe', 'news'] as const;
export type Reason = (typeof reasons)[number];

export interface WakeSource {
  /** Also returns a reason from before the call. Undefined when the source is stopped. */
  heard(): Promise<Reason | undefined>;
  pause(ms: number): Promise<void>;
  stop(): void;
}

/** Also wakes at once and by a timer, because events may have been missed. */
export function createWakeSource(events: Events, topic: string, userId: number): WakeSource {
  let isStopped = false;
  let strongest: Reason | undefined = 'maybe';
  let wake = () => {};
  let endPause = () => {};
  const notify = (reason: Reason) => {
    if (!strongest || reasons.indexOf(reason) > reasons.indexOf(strongest)) strongest = reason;
    wake();
  };
  const timer = setInterval(() => notify(events.isConnected() ? 'session' : 'maybe'), checkEveryMs);
  const stops = [
    events.on(topic, () => notify('news')),
    events.on(sessionsEnded, (text) => {
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
