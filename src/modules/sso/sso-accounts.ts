import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { addressRateLimits, type RateLimit, rateLimitFor } from '../../limits/rate-limiter.ts';
import { lockName } from '../../locks/name-lock.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { EmailAddress, toEmailKey } from '../../shared/account-fields.ts';
import { Conflict, Forbidden, NotFound } from '../../shared/errors.ts';
import { AddressUnverified, TokenRefused, type VerifiedIdentity } from '../../security/identity-provider.ts';
import { roleOfClaim, ssoTexts } from '../../shared/single-sign-on.ts';
import type { Role } from '../../shared/roles.ts';
import { oneLine } from '../../shared/fields.ts';
import type { Context } from '../../trpc/context.ts';
import { Session } from '../auth/session.entity.ts';
import {
  createSession,
  endUserAccess,
  type SignInCtx,
  type SignInResult,
  type SsoOrigin,
} from '../auth/sessions.ts';
import { buildDeviceCookie, findDeviceMark, ssoDeviceKey } from '../auth/sign-in-limits.ts';
import { recordSecurityEvent } from '../security-log/security-event.ts';
import { expectOtherAdmins, findNameProblem, lockAdmins, lockUser, User } from '../users/user.ts';
import { SsoLink, type SsoLinkKind } from './sso-link.entity.ts';
import type { SsoConfirmationResult, SsoLinkChoice, SsoLinkView } from './sso.schema.ts';

const minute = 60_000;
const ofAccount = { max: 5, windowMs: minute };
const ofAddress = { max: 20, windowMs: minute };

type TryCtx = Ctx & Pick<Context, 'limits' | 'secrets' | 'request'>;

/** The limits before the person is known. A browser that was used for single sign-on has its own. */
export async function tokenBudgets(ctx: TryCtx): Promise<RateLimit[]> {
  const mark = await findDeviceMark(ctx, ssoDeviceKey);
  if (mark) return [rateLimitFor('sso:device', mark, ofAccount)];
  return addressRateLimits('sso:address', ctx.request.address, ofAddress);
}

/** For a verified person who may not sign in. */
export function personBudgets({ issuer, subject }: VerifiedIdentity): RateLimit[] {
  return [rateLimitFor('sso:person', `${issuer} ${subject}`, ofAccount)];
}

/** For a token, or the provider's answer to a sign-in. @throws {TokenRefused} when it was used before */
export async function recordTokenUse(
  tx: Pick<Ctx, 'em' | 'now'>,
  name: string,
  { id, expiresAt }: NonNullable<VerifiedIdentity['token']>,
): Promise<void> {
  const forMs = Math.max(minute, expiresAt.getTime() - tx.now.getTime());
  const isFirst = await acquireKey(tx, `sso-${name}:${id}`, forMs);
  if (!isFirst) throw new TokenRefused(`The ${name} was used before.`);
}

const addressTaken =
  'There is an account with your e-mail address already, which is not linked to single sign-on. Sign in with its password, or ask an admin to link it.';
const lastAdmin =
  'Your account is the last admin here, and single sign-on no longer names you an admin. Another admin has to be made first.';
const otherPerson =
  'This sign-in was of another person, or your session here has ended. Please sign in again as yourself.';
const PersonName = oneLine('Name', 120);
const forUpdate = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;

/**
 * Creates the account at the first sign-in. A token works once, so a stolen one is no use.
 * @throws {Forbidden} without a role or when deactivated · {TokenRefused} when the token was used, or the address is
 * missing or unverified · {Conflict} when an unlinked account has the address, or the last admin would lose the role
 */
export async function signInVerifiedPerson(ctx: SignInCtx, person: VerifiedIdentity): Promise<SignInResult> {
  const role = await expectRole(ctx, person);
  const device = await buildDeviceCookie(ctx, ssoDeviceKey);
  const result = await againWhenTaken(() =>
    inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      // Of two first sign-ins at once, the second finds the account of the first.
      await lockName(tx, `sso ${person.issuer} ${person.subject}`);
      const account = await accountOf(tx, person, role);
      if (!account) return null;
      if (person.token) await recordTokenUse(tx, 'token', person.token);
      return createSession(tx, account.user, false, 'sso_sign_in', {}, originOf(person, account.link));
    }),
  );
  if (!result) throw new Conflict(addressTaken);
  return { ...result, device };
}

/**
 * Renews the proof of identity of the session that asked for it.
 * @throws {Conflict} when another person signed in, or the session has ended · {Forbidden} without a role
 */
export async function confirmByProvider(
  ctx: SignInCtx & { stepUpMinutes: number },
  person: VerifiedIdentity,
  session: number,
): Promise<SsoConfirmationResult> {
  await expectRole(ctx, person);
  const { issuer, subject } = person;
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const link = await tx.em.findOne(SsoLink, { issuer, subject, kind: { $ne: 'asked' } });
    const own = { id: session, user: link?.user.id ?? 0, expires_at: { $gt: tx.now } };
    const renewed = await tx.em.nativeUpdate(Session, own, { proved_at: tx.now });
    if (!link || renewed === 0) throw new Conflict(otherPerson);
    link.last_used_at = tx.now;
    await tx.em.flush();
    const user = await tx.em.findOneOrFail(User, link.user.id);
    await recordSecurityEvent(tx, 'confirmed', { user, details: { by: 'sso' } });
  });
  if (ctx.stepUpMinutes === 0) return { confirmed_until: null };
  return { confirmed_until: new Date(ctx.now.getTime() + ctx.stepUpMinutes * minute).toISOString() };
}

/** Without a role, the person's access ends. @throws {Forbidden} */
async function expectRole(ctx: SignInCtx, person: VerifiedIdentity): Promise<Role> {
  const role = roleOfClaim(person.roles);
  if (role) return role;
  await endAccessOf(ctx, person);
  throw new Forbidden(ssoTexts.unauthorized);
}

/** A person whose link is only requested has no access. */
async function endAccessOf(ctx: SignInCtx, { issuer, subject }: VerifiedIdentity): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const link = await tx.em.findOne(SsoLink, { issuer, subject, kind: { $ne: 'asked' } });
    if (!link) return;
    const user = await tx.em.findOneOrFail(User, link.user.id, forUpdate);
    const { sessions, tokens } = await endUserAccess({ ...tx, viewer: null }, user.id, 'no_role_at_provider');
    const details = { ended: sessions, ...(tokens > 0 && { tokens }), by: 'sso' };
    if (sessions + tokens > 0) await recordSecurityEvent(tx, 'sessions_ended', { user, details });
  });
}

function originOf({ sid, announcesLogout }: VerifiedIdentity, link: SsoLink): SsoOrigin {
  return { link_id: link.id, sid: sid ?? null, announcesLogout };
}

interface LinkedAccount {
  user: User;
  link: SsoLink;
}

/**
 * Creates the account if there is none. Null when an unlinked account has the address and gets a request for a
 * link.
 */
async function accountOf(tx: SignInCtx, person: VerifiedIdentity, role: Role): Promise<LinkedAccount | null> {
  const { issuer, subject } = person;
  const link = await tx.em.findOne(SsoLink, { issuer, subject });
  if (!link || link.kind === 'asked') return createAccount(tx, person, role, link);
  const user = await tx.em.findOneOrFail(User, link.user.id, forUpdate);
  if (user.deactivated_at) throw new Forbidden(ssoTexts.deactivated);
  if (link.kind === 'came') await applyProviderRole(tx, user, role);
  const isSameAddress = toEmailKey(person.email ?? '') === user.email_key;
  if (person.isEmailVerified && isSameAddress) user.is_email_unconfirmed = null;
  recordIdentity(link, person, tx.now);
  return { user, link };
}

/**
 * A change ends the user's sessions. Call it in a transaction.
 * @throws {Conflict} when the last admin would lose the role
 */
async function applyProviderRole(tx: SignInCtx, user: User, role: Role): Promise<void> {
  const { id, name, email, role: before } = user;
  if (before === role) return;
  if (before === 'admin') {
    await lockName(tx, 'admins');
    await expectOtherAdmins(tx, id, lastAdmin);
  }
  await endUserAccess({ ...tx, viewer: null }, id, 'role_changed');
  await recordSecurityEvent(tx, 'role_changed', {
    user,
    details: { of: id, name, email, role, before, by: 'sso' },
  });
  user.revise({ role }, tx.now);
  await tx.em.flush();
}

async function createAccount(
  tx: SignInCtx,
  person: VerifiedIdentity,
  role: Role,
  requested: SsoLink | null,
): Promise<LinkedAccount | null> {
  const email = EmailAddress.safeParse(person.email).data;
  if (!email) throw new TokenRefused('The provider gives no e-mail, without which there is no account.');
  const namesake = await tx.em.findOne(User, { email_key: toEmailKey(email) });
  if (!namesake && person.isEmailVerified === false) {
    throw new AddressUnverified('The provider says that the e-mail address is not verified.');
  }
  const provided = nameOf(person, email);
  // If the name is not accepted, the address takes its place: nobody could correct the name before the sign-in.
  const name = (await findNameProblem(tx, 0, provided)) ? email.slice(0, 120) : provided;
  const user = namesake ?? User.enter({ name, email, role }, null, tx.now);
  if (!namesake && person.isEmailVerified === undefined) user.is_email_unconfirmed = true;
  const link = storeLink(tx, requested, user, person, namesake ? 'asked' : 'came');
  await tx.em.persist(user).flush();
  if (namesake) return null;
  await recordSecurityEvent(tx, 'user_created', {
    user,
    details: { of: user.id, name: user.name, email, role, by: 'sso' },
  });
  return { user, link };
}

function storeLink(
  { em, now }: SignInCtx,
  requested: SsoLink | null,
  user: User,
  person: VerifiedIdentity,
  kind: SsoLinkKind,
): SsoLink {
  const { issuer, subject } = person;
  const fresh = { issuer, subject, email: null, name: null, is_email_verified: false };
  const link = requested ?? em.create(SsoLink, { ...fresh, user, kind, created_at: now, last_used_at: now });
  link.user = user;
  link.kind = kind;
  recordIdentity(link, person, now);
  em.persist(link);
  return link;
}

function recordIdentity(link: SsoLink, { email, name, isEmailVerified }: VerifiedIdentity, now: Date): void {
  link.email = EmailAddress.safeParse(email).data ?? null;
  link.name = PersonName.safeParse(name).data ?? null;
  link.is_email_verified = isEmailVerified === true;
  link.last_used_at = now;
}

function nameOf({ name }: VerifiedIdentity, email: string): string {
  return PersonName.safeParse(name).data ?? email.replace(/@.*$/, '').slice(0, 120);
}

/** If another request took the address meanwhile, the second run finds its account. */
async function againWhenTaken<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return act();
    throw error;
  }
}

const gone = 'There is no such link; perhaps it has ended already.';

interface LinkList {
  links: SsoLinkView[];
  is_email_unconfirmed: boolean;
}

type StaffCtx = SignedInCtx & Pick<Context, 'request'>;

export async function listSsoLinks({ em }: StaffCtx, userId: number): Promise<LinkList> {
  const links = await em.find(SsoLink, { user: userId }, { orderBy: { id: 'asc' } });
  const user = await em.findOne(User, userId);
  return { links: links.map(toView), is_email_unconfirmed: user?.is_email_unconfirmed === true };
}

/** The address then gets mails. @throws {NotFound} */
export async function confirmSsoEmail(ctx: StaffCtx, userId: number): Promise<LinkList> {
  return inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.is_email_unconfirmed) {
      const { id, name, email } = user;
      await recordSecurityEvent(tx, 'email_confirmed', { details: { of: id, name, email } });
      user.is_email_unconfirmed = null;
      await tx.em.flush();
    }
    return listSsoLinks(tx, userId);
  });
}

/** The role stays. @throws {NotFound} when there is no such request · {Conflict} when the account is linked already */
export async function confirmSsoLink(ctx: StaffCtx, choice: SsoLinkChoice): Promise<LinkList> {
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const link = await findLink(tx, choice);
    const others = await tx.em.count(SsoLink, { user: choice.id, kind: { $ne: 'asked' } });
    if (others > 0) throw new Conflict('This account is linked already. End that link first.');
    link.kind = 'linked';
    await recordSecurityEvent(tx, 'sso_linked', { details: toDetails(link) });
    await tx.em.flush();
    return listSsoLinks(tx, choice.id);
  });
}

/**
 * Ends the user's access but the caller's own session. A local account keeps its API tokens and links. A link that is
 * only requested is declined, which ends nothing.
 * @throws {NotFound}
 */
export async function endSsoLink(ctx: StaffCtx, choice: SsoLinkChoice): Promise<LinkList> {
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const link = await findLink(tx, choice);
    if (link.kind === 'came') await endUserAccess(tx, choice.id, 'link_of_provider_account_ended');
    if (link.kind === 'linked') await endUserAccess(tx, choice.id, 'link_of_local_account_ended');
    await recordSecurityEvent(tx, 'sso_unlinked', { details: { ...toDetails(link), was: link.kind } });
    await tx.em.remove(link).flush();
    return listSsoLinks(tx, choice.id);
  });
}

async function findLink({ em }: StaffCtx, { id, link_id }: SsoLinkChoice): Promise<SsoLink> {
  return em.findOneOrFail(
    SsoLink,
    { id: link_id, user: id },
    { populate: ['user'], failHandler: () => new NotFound(gone) },
  );
}

function toDetails({ user, issuer, subject }: SsoLink): Record<string, unknown> {
  const { id, name, email, role } = user;
  return { of: id, name, email, role, issuer, subject };
}

function toView({
  id,
  kind,
  issuer,
  subject,
  email,
  name,
  is_email_verified,
  ...moments
}: SsoLink): SsoLinkView {
  return {
    id,
    kind,
    issuer,
    subject,
    is_email_verified,
    email: email ?? null,
    name: name ?? null,
    created_at: moments.created_at.toISOString(),
    last_used_at: moments.last_used_at.toISOString(),
  };
}
