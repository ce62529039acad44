import { insertRow } from '../../database/insert-row.ts';
import { fold } from '../../database/search.ts';
import type { Work } from '../../database/work.ts';
import { budgetOf } from '../../limits/budget.ts';
import type { Limits } from '../../limits/limits.ts';
import { TooManyTries } from '../../shared/errors.ts';
import type { SecurityEventType } from '../../shared/security-events.ts';
import type { Context, NoteDenial } from '../../trpc/context.ts';
import { SecurityEvent } from './security-event.entity.ts';

/** Work of which it is known where it came from. */
export type LoggedWork = Work & { request: Pick<Context['request'], 'address'> };

interface Facts {
  /** Who did it, where it is not the one who is signed in. */
  user?: { id: number; name: string; email: string } | null;
  /** The address that was typed, where nobody is known by it. */
  email?: string;
  /** Never a secret: no password, token, link or hash. */
  details?: Record<string, unknown>;
}

/** Writes a line into the security log, in the transaction of the act where there is one. */
export async function noteSecurity(
  work: LoggedWork,
  type: SecurityEventType,
  facts: Facts = {},
): Promise<void> {
  const { user = work.viewer, email = user?.email ?? null, details = {} } = facts;
  const event = Object.assign(new SecurityEvent(), {
    type,
    user_id: user?.id ?? null,
    user_name: user?.name ?? null,
    email,
    address: work.request.address,
    details,
    created_at: work.now,
    search_text: fold(user?.name ?? '', email ?? '', work.request.address),
  });
  await insertRow(work, SecurityEvent, event);
}

/**
 * Notes what somebody can repeat as fast as they like, at most once a minute for the same `sameness`, so that the log
 * does not grow with it.
 */
export async function noteOnceAMinute(
  work: LoggedWork & { limits: Limits },
  sameness: string,
  type: SecurityEventType,
  facts: Facts,
): Promise<void> {
  const once = budgetOf(`note:${type}`, sameness, { max: 1, windowMs: 60_000 });
  const inside = { ...work, em: work.em.fork() };
  try {
    await work.limits.take([once], work.now);
  } catch (error) {
    if (error instanceof TooManyTries) return;
    throw error;
  }
  await noteSecurity(inside, type, facts);
}

/** Notes that somebody who is signed in was refused, after the answer. */
export const noteDenial: NoteDenial = (ctx, call) => {
  ctx.later(() => noteOnceAMinute(ctx, `${ctx.viewer.id} ${call}`, 'denied', { details: { call } }));
};
