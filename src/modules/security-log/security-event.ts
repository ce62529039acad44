import { jsonColumn, textColumn } from '../../database/columns.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { type Ctx, logNameOfToken } from '../../database/ctx.ts';
import { insertRow, inTransaction, runAfterCommit } from '../../database/transaction.ts';
import { type RateLimiter, rateLimitFor } from '../../limits/rate-limiter.ts';
import { TooManyTries } from '../../shared/errors.ts';
import { foldText } from '../../shared/fold-text.ts';
import { isMailedToUser, type SecurityEventType } from '../../shared/security-events.ts';
import type { Context, RecordDenial } from '../../trpc/context.ts';

export const SecurityEventSchema = defineEntity({
  name: 'SecurityEvent',
  tableName: 'security_events',
  indexes: [{ properties: ['created_at', 'id'] }, { properties: ['type', 'created_at'] }],
  properties: {
    id: p.integer().primary(),
    type: textColumn('nothing').$type<SecurityEventType>(),
    /** The id of the user who acted. Null for an unknown person and for the command line. */
    user_id: p.integer().nullable().index(),
    user_name: textColumn('colleague').nullable(),
    /** The email address of the user, or the address that an unknown person has typed. */
    email: textColumn('email').nullable(),
    address: textColumn('writing'),
    details: jsonColumn<Record<string, unknown>>('writing'),
    created_at: p.datetime(),
    search_text: textColumn('writing').default(''),
    /**
     * The id of the user whom the event concerns, if the details name one. This id can be equal to `user_id`.
     */
    of_id: p.integer().nullable().index(),
    /** The time of the event. Null after the mails about the event are queued, and for an event without mails. */
    notice_at: p.datetime().nullable().index(),
  },
});

/** Users can neither change nor delete entries. */
export class SecurityEvent extends SecurityEventSchema.class {}

SecurityEventSchema.setClass(SecurityEvent);

export type SecurityLogCtx = Ctx & { request: Pick<Context['request'], 'address' | 'logSecurity'> };

interface Facts {
  user?: { id: number; name: string; email: string } | null;
  email?: string;
  /** Must not contain a password, token, link or hash. */
  details?: Record<string, unknown>;
}

/** In the open transaction or in a new one. The server's log gets it after the commit. */
export async function recordSecurityEvent(
  ctx: SecurityLogCtx,
  type: SecurityEventType,
  facts: Facts = {},
): Promise<void> {
  // Only a transaction notifies open panels.
  if (!ctx.em.isInTransaction()) {
    return inTransaction(ctx, (tx) => recordSecurityEvent({ ...ctx, ...tx }, type, facts));
  }
  const { user = ctx.viewer, email = user?.email ?? null } = facts;
  const token = ctx.viewer?.token;
  const details = { ...facts.details, ...(token && { via: logNameOfToken(token) }) };
  const event = Object.assign(new SecurityEvent(), {
    type,
    user_id: user?.id ?? null,
    user_name: user?.name ?? null,
    email,
    address: ctx.request.address,
    details,
    of_id: typeof facts.details?.of === 'number' ? facts.details.of : null,
    created_at: ctx.now,
    search_text: foldText(user?.name ?? '', email ?? '', ctx.request.address),
    notice_at: isMailedToUser(type, details) ? ctx.now : null,
  });
  await insertRow(ctx, SecurityEvent, event);
  const { id, user_id, user_name, address } = event;
  const line = {
    event: 'security',
    event_id: id,
    type,
    user_id,
    user_name,
    email,
    address,
    details,
  } as const;
  runAfterCommit(ctx, () => ctx.request.logSecurity(line));
}

/** Older entries have the previous name, and without this event nobody could match them. */
export async function recordRename(
  tx: SecurityLogCtx,
  { id, name: before, email }: { id: number; name: string; email: string },
  name: string,
): Promise<void> {
  if (name === before) return;
  await recordSecurityEvent(tx, 'name_changed', { details: { of: id, name, email, before } });
}

/** Once a minute for each `sameness`, so that repeated calls cannot fill the log. */
export async function recordOncePerMinute(
  ctx: SecurityLogCtx & { limits: RateLimiter },
  sameness: string,
  type: SecurityEventType,
  facts: Facts,
): Promise<void> {
  const once = rateLimitFor(`note:${type}`, sameness, { max: 1, windowMs: 60_000 });
  const fresh = { ...ctx, em: ctx.em.fork(), afterCommit: undefined };
  try {
    await ctx.limits.take([once], ctx.now);
  } catch (error) {
    if (error instanceof TooManyTries) return;
    throw error;
  }
  await recordSecurityEvent(fresh, type, facts);
}

/** Once a minute for each user and call, after the response. */
export const recordDenial: RecordDenial = (ctx, call) => {
  ctx.later(() => recordOncePerMinute(ctx, `${ctx.viewer.id} ${call}`, 'denied', { details: { call } }));
};
