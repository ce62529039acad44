import type { Database } from '../../database/database.ts';
import { sendEvent } from '../../database/events/send-event.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { OperationContext, SignedInOperation, Viewer } from '../../database/operation.ts';
import { createSecret, hashSecret } from '../../security/tokens.ts';
import { parseRole } from '../../shared/roles.ts';
import type { Context, Credential } from '../../trpc/context.ts';
import { sessionsEnded } from '../../trpc/stream-wakeup.ts';
import { Session } from './session.entity.ts';
import type { StoredSession } from './session.repository.ts';
import { createSessionCache } from './session-cache.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const rememberedMs = 30 * day;
const longestMs = 7 * day;
const idleMs = 12 * hour;
/** How old the noted last use may grow before it is written again. */
const touchEveryMs = 60_000;

/** A new session's secrets; they are told once and stored only as hashes. */
export interface NewSession {
  token: string;
  cookie: string;
  expires_at: Date;
  is_remembered: boolean;
}

/** Opens a session for a person. Ends after 7 days, or 30 when remembered. */
export async function openSession(
  work: OperationContext & { request: Pick<Context['request'], 'userAgent' | 'address'> },
  user: { id: number },
  isRemembered: boolean,
): Promise<NewSession> {
  const secrets = { token: createSecret(), cookie: createSecret() };
  const expires_at = new Date(work.now.getTime() + (isRemembered ? rememberedMs : longestMs));
  const session = Object.assign(new Session(), {
    user,
    token_hash: hashSecret(secrets.token),
    cookie_hash: hashSecret(secrets.cookie),
    is_remembered: isRemembered,
    created_at: work.now,
    last_used_at: work.now,
    expires_at,
    user_agent: work.request.userAgent.slice(0, 300),
    address: work.request.address,
  });
  await insertRow(work, Session, session);
  return { ...secrets, expires_at, is_remembered: isRemembered };
}

/** Ends the session that the caller came with. */
export async function closeSession(work: SignedInOperation): Promise<void> {
  await work.em.nativeDelete(Session, { id: work.viewer.session_id });
  await tellSessionsEnded(work, work.viewer.id);
}

/** Makes the open streams of a person, or of anybody, look whether their session still counts; with the commit. */
export function tellSessionsEnded(inside: Pick<OperationContext, 'em'>, userId?: number): Promise<void> {
  return sendEvent(inside, sessionsEnded, userId === undefined ? '' : String(userId));
}

/** Ends the sessions of these secrets, whosever they are: nobody may go on in a session they were given from outside. */
export async function closeSessionsOf({ em }: OperationContext, credentials: Credential[]): Promise<void> {
  let ended = 0;
  for (const { kind, secret } of credentials) {
    ended += await em.nativeDelete(Session, { [`${kind}_hash`]: hashSecret(secret) });
  }
  if (ended > 0) await tellSessionsEnded({ em });
}

/** Ends a user's sessions, all but the one that the caller came with; gives how many. */
export async function closeOtherSessions({ em, viewer }: OperationContext, userId: number): Promise<number> {
  const ended = await em.nativeDelete(Session, { user: userId, id: { $ne: viewer?.session_id ?? 0 } });
  await tellSessionsEnded({ em }, userId);
  return ended;
}

/** Removes the sessions whose time is over. */
export async function sweepSessions({ em, now }: OperationContext): Promise<void> {
  const idleSince = new Date(now.getTime() - idleMs);
  await em.nativeDelete(Session, {
    $or: [{ expires_at: { $lte: now } }, { is_remembered: false, last_used_at: { $lt: idleSince } }],
  });
}

/** Whether a session still counts; what can not be told counts as ended. */
export function isAlive(
  { expires_at, is_remembered, last_used_at }: Omit<StoredSession, 'viewer'>,
  now: Date,
): boolean {
  const idle = now.getTime() - last_used_at.getTime();
  return expires_at > now && (is_remembered || idle <= idleMs);
}

/**
 * Gives the function that tells who a credential belongs to, and notes that the session was used. What is no activity of a
 * person, like a poll, is not noted.
 */
export function viewerFinder(database: Database) {
  const known = createSessionCache(database);
  return async (
    { kind, secret }: Credential,
    { now, isActivity }: { now: Date; isActivity: boolean },
  ): Promise<Viewer | null> => {
    const hash = hashSecret(secret);
    const session = await known.find(`${kind}_hash`, hash);
    if (!session || !isAlive(session, now)) return null;
    const { viewer, last_used_at } = session;
    const role = parseRole(viewer.role);
    if (!role) throw new Error(`the role ${viewer.role} of user ${viewer.id} is none of ours`);
    if (isActivity && now.getTime() - last_used_at.getTime() > touchEveryMs) {
      const used = database.fork().nativeUpdate(Session, { id: viewer.session_id }, { last_used_at: now });
      // Where nothing can be written just now it is noted by a later use: whoever only reads is not turned away for it.
      await used.catch(() => {});
      known.forget(hash);
    }
    return { ...viewer, role };
  };
}
