import type { Database } from '../../database/database.ts';
import type { SignedInWork, Viewer, Work } from '../../database/work.ts';
import { createSecret, hashSecret } from '../../security/tokens.ts';
import type { User } from '../users/user.entity.ts';
import { Session } from './session.entity.ts';
import { findSession } from './session.repository.ts';

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

/** Prepares a session for a person; the caller's flush saves it. Ends after 7 days, or 30 when remembered. */
export function openSession(
  work: Work & { request: { userAgent: string; address: string } },
  user: User,
  isRemembered: boolean,
): NewSession {
  const secrets = { token: createSecret(), cookie: createSecret() };
  const expires_at = new Date(work.now.getTime() + (isRemembered ? rememberedMs : longestMs));
  const session = work.em.create(Session, {
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
  work.em.persist(session);
  return { ...secrets, expires_at, is_remembered: isRemembered };
}

/** Ends the session that the caller came with. */
export async function closeSession(work: SignedInWork): Promise<void> {
  await work.em.nativeDelete(Session, { id: work.viewer.session_id });
}

/** Gives the function that tells who a credential belongs to, and notes that the session was used. */
export function viewerFinder(database: Database) {
  return async (
    credential: { kind: 'token' | 'cookie'; secret: string },
    now: Date,
  ): Promise<Viewer | null> => {
    const session = await findSession(
      database.read,
      `${credential.kind}_hash`,
      hashSecret(credential.secret),
    );
    if (!session || session.expires_at <= now) return null;
    const idle = now.getTime() - session.last_used_at.getTime();
    if (!session.is_remembered && idle > idleMs) return null;
    if (idle > touchEveryMs) {
      await database.fork().nativeUpdate(Session, { id: session.viewer.session_id }, { last_used_at: now });
    }
    return session.viewer;
  };
}
