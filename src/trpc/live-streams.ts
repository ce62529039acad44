import type { Events } from '../database/events/events.ts';
import { TooManyTries } from '../shared/errors.ts';
import type { LiveStreams, SignedInContext, WakeUp } from './context.ts';
import { createWakeSource, type WakeSource } from './stream-wakeup.ts';

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
    follow: (ctx, topics, signal) => {
      const { id } = ctx.viewer;
      const end = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      enter(id);
      const wakeSource = createWakeSource(events, topics, id);
      const finish = once(() => {
        wakeSource.stop();
        leave(id);
      });
      end.addEventListener('abort', finish);
      if (end.aborted) finish();
      return wakeUps(ctx, wakeSource, end, finish);
    },
  };
}

async function* wakeUps(
  ctx: SignedInContext,
  wakeSource: WakeSource,
  end: AbortSignal,
  finish: () => void,
): AsyncGenerator<WakeUp> {
  try {
    while (!end.aborted) {
      const heard = await wakeSource.heard();
      if (!heard || !(await ctx.isStillSignedIn()) || end.aborted) return;
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
