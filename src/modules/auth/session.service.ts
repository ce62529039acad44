import type { Database } from '../../database/database.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { Viewer } from '../../database/viewer.ts';
import { createSecret, hashSecret, looksLikeApiToken } from '../../security/tokens.ts';
import { parseRole } from '../../shared/roles.ts';
import type { Context, Credential } from '../../trpc/context.ts';
import { createTokenFinder, type TokenRules } from '../tokens/find-token.service.ts';
import { Session } from './session.entity.ts';
import { findSession, type StoredSession } from './session.repository.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const rememberedMs = 30 * day;
const longestMs = 7 * day;
/**
 * The lifetime of a session by single sign-on if the provider does not announce the end of its own session.
 */
const untoldMs = 12 * hour;
const idleMs = 12 * hour;
/** The minimum time between two updates of the last use, because each update is a write. */
const touchEveryMs = 60_000;

/**
 * The secrets of a new session. The secrets cannot be shown again, because the database stores only hashes.
 */
export interface NewSession {
  token: string;
  cookie: string;
  expires_at: Date;
  is_remembered: boolean;
}

/**
 * The facts of a single sign-on that decide how long the session lasts. They also decide which logout at the provider
 * ends the session.
 */
export interface SsoOrigin {
  link_id: number;
  /** The provider's id of its own session. */
  sid: string | null;
  /** Whether the provider announces the end of its session. */
  isLogoutTold: boolean;
}

/**
 * Opens a session for a user. The session ends after 7 days, or after 30 days with 'Remember me'. A session
 * by single sign-on ends after 12 hours if the provider does not announce the end of its own session.
 */
export async function openSession(
  ctx: Ctx & { request: Pick<Context['request'], 'userAgent' | 'address'> },
  user: { id: number },
  isRemembered: boolean,
  sso?: SsoOrigin,
): Promise<NewSession> {
  const secrets = { token: createSecret(), cookie: createSecret() };
  const usualMs = isRemembered ? rememberedMs : longestMs;
  const lifeMs = sso && !sso.isLogoutTold ? untoldMs : usualMs;
  const expires_at = new Date(ctx.now.getTime() + lifeMs);
  const session = Object.assign(new Session(), {
    user,
    token_hash: hashSecret(secrets.token),
    cookie_hash: hashSecret(secrets.cookie),
    is_remembered: isRemembered,
    created_at: ctx.now,
    last_used_at: ctx.now,
    proved_at: ctx.now,
    expires_at,
    user_agent: ctx.request.userAgent.slice(0, 300),
    address: ctx.request.address,
    has_weak_password: false,
    sso_link_id: sso?.link_id ?? null,
    sso_sid: sso?.sid ?? null,
  });
  await insertRow(ctx, Session, session);
  return { ...secrets, expires_at, is_remembered: isRemembered };
}

export async function sweepSessions({ em, now }: Ctx): Promise<void> {
  const idleSince = new Date(now.getTime() - idleMs);
  await em.nativeDelete(Session, {
    $or: [{ expires_at: { $lte: now } }, { is_remembered: false, last_used_at: { $lt: idleSince } }],
  });
}

/**
 * Returns whether a session is still valid. A session ends at its expiry. If the session is not remembered, it also
 * ends after 12 hours without use. A session with an invalid expiry counts as ended.
 */
export function isAlive(
  { expires_at, is_remembered, last_used_at }: Omit<StoredSession, 'viewer'>,
  now: Date,
): boolean {
  const idle = now.getTime() - last_used_at.getTime();
  return expires_at > now && (is_remembered || idle <= idleMs);
}

/**
 * Creates a function that returns the user of a session or API token. The function returns null when the
 * credential is not valid. The function also updates the last use, except for requests without activity, such
 * as polling.
 */
export function createViewerFinder(database: Database, rules: TokenRules) {
  const findByToken = createTokenFinder(database, rules);
  return async (
    { kind, secret }: Credential,
    { now, isActivity }: { now: Date; isActivity: boolean },
  ): Promise<Viewer | null> => {
    if (kind === 'token' && looksLikeApiToken(secret)) return findByToken(secret, { now, isActivity });
    const hash = hashSecret(secret);
    const session = await findSession(database.read, `${kind}_hash`, hash);
    if (!session || !isAlive(session, now)) return null;
    const { viewer, last_used_at } = session;
    const role = parseRole(viewer.role);
    if (!role) throw new Error(`the role ${viewer.role} of user ${viewer.id} is none of ours`);
    if (isActivity && now.getTime() - last_used_at.getTime() > touchEveryMs) {
      const used = database.fork().nativeUpdate(Session, { id: viewer.session_id }, { last_used_at: now });
      // If the database cannot be written now, a later request stores the last use.
      await used.catch(() => {});
    }
    return { ...viewer, role };
  };
}
