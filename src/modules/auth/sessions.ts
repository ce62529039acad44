import type { FilterQuery } from '@mikro-orm/core';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx, Reader, Viewer } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import { sendEvent } from '../../database/events/events.ts';
import { insertRow } from '../../database/transaction.ts';
import type { Tables } from '../../database/table-types.ts';
import { createSecret, hashSecret, looksLikeApiToken } from '../../security/random-secrets.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { parseRole } from '../../shared/roles.ts';
import type { SecurityEventType } from '../../shared/security-events.ts';
import type { SignedIn, UserView } from '../../shared/signed-in-views.ts';
import type { Context, Credential } from '../../trpc/context.ts';
import { sessionsEndedTopic } from '../../trpc/live-streams.ts';
import { OutboxMail } from '../outbox/queue.ts';
import { recordSecurityEvent } from '../security-log/security-event.ts';
import { ApiToken, createTokenFinder, type TokenRules } from '../tokens/api-token.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { Session } from './session.entity.ts';
import { findDeviceMark, ssoDeviceKey } from './sign-in-limits.ts';

interface StoredSession {
  viewer: Viewer;
  is_remembered: boolean;
  last_used_at: Date;
  expires_at: Date;
}

async function findSession(
  read: Reader,
  column: 'token_hash' | 'cookie_hash',
  hash: string,
): Promise<StoredSession | undefined> {
  const row = await read
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'is_remembered', 'last_used_at', 'expires_at'])
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    // Refuses a session that outlived its account by mistake.
    .where('users.deactivated_at', 'is', null)
    .where(column, '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { is_remembered, last_used_at, expires_at, ...viewer } = row;
  return {
    viewer,
    is_remembered: Boolean(is_remembered),
    last_used_at: new Date(last_used_at),
    expires_at: new Date(expires_at),
  };
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const rememberedMs = 30 * day;
const longestMs = 7 * day;
/** By single sign-on, when the provider announces no end of its session. */
const unannouncedMs = 12 * hour;
const idleMs = 12 * hour;
/** Each update of the last use is a write. */
const touchEveryMs = 60_000;

/** Returned only once: the database has hashes. */
interface NewSession {
  token: string;
  cookie: string;
  expires_at: Date;
  is_remembered: boolean;
}

/** Decides how long a session lasts, and which logout at the provider ends it. */
export interface SsoOrigin {
  link_id: number;
  /** The provider's id of its own session. */
  sid: string | null;
  /** Whether the provider announces the end of its session. */
  announcesLogout: boolean;
}

/** Sessions last 7 days, 30 if remembered, or 12 hours by single sign-on without announced logouts. */
export async function openSession(
  ctx: Ctx & { request: Pick<Context['request'], 'userAgent' | 'address'> },
  user: { id: number },
  isRemembered: boolean,
  sso?: SsoOrigin,
): Promise<NewSession> {
  const secrets = { token: createSecret(), cookie: createSecret() };
  const usualMs = isRemembered ? rememberedMs : longestMs;
  const lifeMs = sso && !sso.announcesLogout ? unannouncedMs : usualMs;
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
 * A session ends at its expiry, and after 12 hours without use unless it is remembered. An invalid expiry counts as
 * past.
 */
export function isSessionAlive(
  { expires_at, is_remembered, last_used_at }: Omit<StoredSession, 'viewer'>,
  now: Date,
): boolean {
  const idle = now.getTime() - last_used_at.getTime();
  return expires_at > now && (is_remembered || idle <= idleMs);
}

/** Finds the user of a session or API token, or null. Also stores the last use, but not for polling and the like. */
export function createViewerFinder(database: Database, rules: TokenRules) {
  const findByToken = createTokenFinder(database, rules);
  return async (
    { kind, secret }: Credential,
    { now, isActivity }: { now: Date; isActivity: boolean },
  ): Promise<Viewer | null> => {
    if (kind === 'token' && looksLikeApiToken(secret)) return findByToken(secret, { now, isActivity });
    const hash = hashSecret(secret);
    const session = await findSession(database.read, `${kind}_hash`, hash);
    if (!session || !isSessionAlive(session, now)) return null;
    const { viewer, last_used_at } = session;
    const role = parseRole(viewer.role);
    if (!role) throw new Error(`the role ${viewer.role} of user ${viewer.id} is none of ours`);
    if (isActivity && now.getTime() - last_used_at.getTime() > touchEveryMs) {
      const used = database.fork().nativeUpdate(Session, { id: viewer.session_id }, { last_used_at: now });
      // A later request stores it, if the database cannot be written now.
      await used.catch(() => {});
    }
    return { ...viewer, role };
  };
}

/** What gives access to an account, or to drafts in its owner's name. */
type Access = 'sessions' | 'reset links' | 'invitation links' | 'preview links' | 'tokens';

const everything: readonly Access[] = [
  ...(['sessions', 'reset links', 'invitation links', 'preview links', 'tokens'] as const),
];

/** Live streams end with their session, and preview links with the token that made them. */
const endsBy = {
  signed_out: ['sessions'],
  signed_out_at_provider: ['sessions'],
  link_of_local_account_ended: ['sessions'],
  token_revoked: ['tokens'],
  link_replaced: ['reset links', 'invitation links'],
  address_changed: ['reset links', 'invitation links'],
  role_changed: ['sessions', 'reset links', 'preview links'],
  password_changed: ['sessions', 'reset links', 'invitation links', 'preview links'],
  factors_removed: everything,
  no_role_at_provider: everything,
  link_of_provider_account_ended: everything,
  deactivated: everything,
  deleted: everything,
} as const satisfies Record<string, readonly Access[]>;

type AccessEnd = keyof typeof endsBy;

interface Only {
  /** By default, all but the caller's own. */
  sessions?: FilterQuery<Session>;
  tokens?: FilterQuery<ApiToken>;
}

interface EndedAccess {
  sessions: number;
  tokens: number;
}

/** Every operation that takes access from a user calls this, in its transaction. */
export async function endUserAccess(
  { em, viewer }: Pick<Ctx, 'em' | 'viewer'>,
  userId: number,
  reason: AccessEnd,
  only: Only = {},
): Promise<EndedAccess> {
  const kinds: readonly Access[] = endsBy[reason];
  const ended: EndedAccess = { sessions: 0, tokens: 0 };
  const others = { id: { $ne: viewer?.session_id ?? 0 } };
  if (kinds.includes('sessions')) {
    ended.sessions = await em.nativeDelete(Session, { $and: [{ user: userId }, only.sessions ?? others] });
    await sendEvent({ em }, sessionsEndedTopic, String(userId));
  }
  if (kinds.includes('tokens'))
    ended.tokens = await em.nativeDelete(ApiToken, { $and: [{ user: userId }, only.tokens ?? {}] });
  if (kinds.includes('reset links'))
    await em.nativeDelete(PasswordReset, { user: userId, origin: { $ne: 'invitation' } });
  if (kinds.includes('invitation links')) {
    await em.nativeDelete(PasswordReset, { user: userId, origin: 'invitation' });
    await em.nativeDelete(OutboxMail, { user_id: userId, kind: 'invitation' });
  }
  if (kinds.includes('preview links')) await endPreviewLinks({ em }, userId);
  return ended;
}

/** Each preview link has the number that this raises. */
async function endPreviewLinks({ em }: Pick<Ctx, 'em'>, userId: number): Promise<void> {
  declareChangedTables({ em }, 'users');
  await em
    .getKysely<Tables>()
    .updateTable('users')
    .set((eb) => ({ preview_generation: eb('preview_generation', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Somebody else may have planted the credentials that came with a sign-in. */
async function endSentSessions(ctx: Ctx, credentials: readonly Credential[]): Promise<void> {
  for (const { kind, secret } of credentials) {
    const sent = await ctx.em.findOne(Session, { [`${kind}_hash`]: hashSecret(secret) });
    if (sent) await endUserAccess(ctx, sent.user.id, 'signed_out', { sessions: { id: sent.id } });
  }
}

export const wrongCredentialsMessage = 'The e-mail or password is incorrect.';

export type SignInCtx = Ctx & Pick<Context, 'passwords' | 'limits' | 'secrets' | 'request' | 'later'>;

export interface SignInResult {
  user: UserView;
  session: NewSession;
  device: string;
}

/**
 * Ends the sessions whose credentials came with the request.
 * @throws {RuleBroken} when the account is deactivated or deleted
 */
export async function createSession(
  tx: SignInCtx,
  user: UserView,
  isRemembered: boolean,
  event: SecurityEventType,
  details: Record<string, unknown> = {},
  sso?: SsoOrigin,
): Promise<Omit<SignInResult, 'device'>> {
  await recordSignIn(tx, user.id);
  await endSentSessions(tx, tx.request.credentials);
  const session = await openSession(tx, user, isRemembered, sso);
  const owner = event === 'sso_sign_in' ? ssoDeviceKey : toEmailKey(user.email);
  const isNew = (await findDeviceMark(tx, owner)) === undefined;
  await recordSecurityEvent(tx, event, {
    user,
    details: { ...details, ...(isNew && { is_new_browser: true }) },
  });
  return { user: toUserView(user), session };
}

/** `version` stays: no form has this time. @throws {RuleBroken} when the account is deactivated or deleted */
async function recordSignIn({ em, now }: SignInCtx, id: number): Promise<void> {
  const db = em.getKysely<Tables>();
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new RuleBroken({ email: [wrongCredentialsMessage] }, wrongCredentialsMessage);
}

export function sendSessionCookies(
  { cookies }: Pick<Context, 'cookies'>,
  { user, session, device }: SignInResult,
): SignedIn {
  const { cookie, token, expires_at, is_remembered } = session;
  cookies.setSession(cookie, is_remembered ? expires_at : null);
  cookies.setDevice(device);
  return { token, user, expires_at: expires_at.toISOString() };
}

export function toUserView({ id, name, email, role }: UserView): UserView {
  return { id, name, email, role };
}

// In this order, as user agents name other browsers too: that of Edge has "Chrome" and "Safari".
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** For example 'Firefox on Windows', 'Safari on iPhone' or 'A program (curl)'. */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  if (browser) return system ? `${browser} on ${system}` : browser;
  if (userAgent.startsWith('Mozilla/')) return system ? `A browser on ${system}` : 'A browser';
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return program ? `A program (${program})` : 'A program';
}
