import { LockMode } from '@mikro-orm/core';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { addressRateLimits, rateLimitFor } from '../../limits/rate-limiter.ts';
import type { Mail } from '../../mail/mailer.ts';
import { createShortSecret, hashSecret } from '../../security/random-secrets.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import { SsoLink } from '../sso/sso-link.entity.ts';
import { activeUserFilter, User } from '../users/user.ts';
import type { NewPassword } from './auth.schema.ts';
import {
  expectAcceptedPassword,
  findPasswordProblem,
  type NewPasswordCtx,
  type PasswordOwner,
} from './new-password.ts';
import { PasswordReset, type ResetOrigin } from './password-reset.entity.ts';
import { createSecondFactorError, type FactorCtx, findMethods } from './second-factor.ts';
import { Session } from './session.entity.ts';
import { createSession, endUserAccess, type SignInResult } from './sessions.ts';
import {
  buildDeviceCookie,
  findDeviceMark,
  forgotPasswordBudgets,
  linkBudgets,
  recordRefusedTry,
} from './sign-in-limits.ts';

const linkMs = 60 * 60_000;
const invitationMs = 7 * 24 * 60 * 60_000;
const maxMailedLinks = 5;
const deadLink = 'This link is no longer valid. Please ask for a new one.';

/** Can be shown only once: the database has a hash of its token. */
export interface PasswordLink {
  link: string;
  expires_at: Date;
}

interface StoredLink extends PasswordLink {
  token_hash: string;
}

type LinkCtx = Pick<Ctx, 'em' | 'now'> & Pick<Context, 'publicUrl'>;

/** Replaces the user's earlier links. Stored by the caller's next flush. */
export async function makeResetLink(ctx: LinkCtx & Pick<Ctx, 'viewer'>, user: User): Promise<PasswordLink> {
  await endUserAccess(ctx, user.id, 'link_replaced');
  return addLink(ctx, user, 'admin');
}

/** Earlier links stay valid, as the user may open an earlier mail first. Stored by the caller's next flush. */
export function makeInvitationLink(ctx: LinkCtx, user: User): PasswordLink {
  return addLink(ctx, user, 'invitation', invitationMs);
}

/**
 * A stranger must neither delete the owner's links nor fill the mailbox. So while five links are valid, an unknown
 * browser gets none, and a known one replaces the oldest.
 */
async function makeMailedLink(
  ctx: LinkCtx,
  user: User,
  isKnownBrowser: boolean,
): Promise<StoredLink | undefined> {
  const mailed = { user: user.id, origin: 'mail' as const };
  await ctx.em.nativeDelete(PasswordReset, { ...mailed, expires_at: { $lte: ctx.now } });
  const valid = await ctx.em.find(PasswordReset, mailed, { orderBy: { id: 'asc' } });
  if (valid.length >= maxMailedLinks) {
    if (!isKnownBrowser) return undefined;
    await ctx.em.nativeDelete(PasswordReset, { id: valid[0]!.id });
  }
  return addLink(ctx, user, 'mail');
}

function addLink(ctx: LinkCtx, user: User, origin: ResetOrigin, lifeMs = linkMs): StoredLink {
  const token = createShortSecret();
  const token_hash = hashSecret(token);
  const expires_at = new Date(ctx.now.getTime() + lifeMs);
  ctx.em.persist(ctx.em.create(PasswordReset, { user, origin, token_hash, created_at: ctx.now, expires_at }));
  // Browsers do not send what follows '#', so the token reaches no log and no other site.
  const fragment = `token=${token}${origin === 'invitation' ? '&invitation' : ''}`;
  return { link: `${ctx.publicUrl}/admin/reset-password#${fragment}`, token_hash, expires_at };
}

type TokenCtx = Ctx & Pick<Context, 'limits' | 'secrets' | 'request' | 'later'>;

/** @throws {RuleBroken} for `token` · {TooManyTries} */
async function expectLink(ctx: TokenCtx, token: string) {
  const known = await ctx.em.findOne(
    PasswordReset,
    { token_hash: hashSecret(token), expires_at: { $gt: ctx.now } },
    { populate: ['user'] },
  );
  if (known) return known;
  const refusal = await ctx.limits.take(linkBudgets(ctx), ctx.now).then(
    () => RuleBroken.of('token', deadLink),
    (error: unknown) => error,
  );
  recordRefusedTry(ctx, refusal, 'link');
  throw refusal;
}

/** Uses a link up and locks its user. Of two requests with one link, one succeeds. @throws {RuleBroken} for `token` */
async function useLink({ em }: Ctx, token_hash: string): Promise<User> {
  const reset = await em.findOne(
    PasswordReset,
    { token_hash },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const isOurs = reset && (await em.nativeDelete(PasswordReset, { id: reset.id })) === 1;
  if (!isOurs) throw RuleBroken.of('token', deadLink);
  const user = await em.findOne(
    User,
    { id: reset.user.id, ...activeUserFilter },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!user) throw RuleBroken.of('token', deadLink);
  return user;
}

export function composeResetMail(
  to: { name: string; email: string },
  link: string,
  { company, texts }: Pick<SiteSettings, 'company' | 'texts'>,
): Mail {
  return {
    to: { name: to.name, address: to.email },
    subject: texts.mails.resetSubject(company.name),
    text: texts.mails.reset(to.name, company.name, link).join('\n\n'),
  };
}

/** The longest random delay before a mail is prepared. */
const mailWithinMs = 5000;
const onItsWay =
  'If there is an account with this address, a mail with a link is on its way. The link is valid for 60 minutes.';

type ForgotCtx = FactorCtx & Pick<Context, 'mailer' | 'siteSettings'>;

/**
 * Says the same whether or not the account exists. The mail waits a random time, as the load would tell otherwise.
 * @throws {TooManyTries}
 */
export async function forgotPassword(ctx: ForgotCtx, email: string): Promise<string> {
  const mark = await findDeviceMark(ctx, toEmailKey(email));
  await ctx.limits.take(forgotPasswordBudgets(ctx, mark), ctx.now);
  ctx.later(() => mailLink({ ...ctx, em: ctx.em.fork() }, email, mark !== undefined), mailWithinMs);
  return onItsWay;
}

async function mailLink(ctx: ForgotCtx, email: string, isKnownBrowser: boolean): Promise<void> {
  const known = await ctx.em.findOne(User, { email_key: toEmailKey(email), ...activeUserFilter });
  // A password must not let in somebody whom the provider has blocked.
  const isElsewhere = known && (await ctx.em.count(SsoLink, { user: known.id, kind: 'came' })) > 0;
  const user = isElsewhere || known?.is_email_unconfirmed ? null : known;
  const made = user && (await mailableLink(ctx, user, isKnownBrowser));
  if (!made) return recordOncePerMinute(ctx, toEmailKey(email), 'reset_asked', { user, email });
  try {
    await ctx.mailer.send(composeResetMail(user, made.link, await ctx.siteSettings.current()));
  } catch (error) {
    // A link that was not delivered must not count towards the five.
    await ctx.em.nativeDelete(PasswordReset, { token_hash: made.token_hash });
    throw error;
  }
}

async function mailableLink(ctx: ForgotCtx, { id }: User, isKnownBrowser: boolean) {
  return inTransaction(ctx, async (tx) => {
    const user = await tx.em.findOne(
      User,
      { id, ...activeUserFilter },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const made = user && (await makeMailedLink(tx, user, isKnownBrowser));
    if (made) await recordSecurityEvent(tx, 'reset_asked', { user });
    return made;
  });
}

/**
 * Ends the user's other sessions and signs in. With a second factor, the password is set but the sign-in still asks for
 * the factor: a mailbox alone must not be enough.
 * @throws {RuleBroken} for `token`, `password` or the second factor · {TooManyTries}
 */
export async function resetPassword(
  ctx: FactorCtx & NewPasswordCtx,
  input: NewPassword,
): Promise<SignInResult> {
  const known = await expectLink(ctx, input.token);
  await expectAcceptedPassword(ctx, input.password, known.user);
  const password_hash = await ctx.passwords.hash(input.password);
  const device = await buildDeviceCookie(ctx, known.user.email_key);
  const result = await inTransaction(ctx, async (tx) => {
    const user = await useLink(tx, known.token_hash);
    await storePasswordHash(tx, user, password_hash);
    const methods = await findMethods(tx, user.id);
    if (methods.length === 0) return createSession(tx, user, false, 'reset_used');
    await recordSecurityEvent(tx, 'reset_used', { user });
    return { id: user.id, methods };
  });
  if ('session' in result) return { ...result, device };
  throw await createSecondFactorError(ctx, { id: result.id, password_hash }, result.methods, {
    isRemembered: false,
    first: 'Your new password is set. ',
  });
}

/**
 * Ends all access to the account but the caller's own session and the API tokens. `version` stays: no form has the
 * password.
 */
export async function storePasswordHash(tx: Ctx, user: { id: number }, password_hash: string): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  declareChangedTables(tx, 'users');
  await db.updateTable('users').set({ password_hash, invited_at: null }).where('id', '=', user.id).execute();
  await endUserAccess(tx, user.id, 'password_changed');
  await tx.em.nativeUpdate(Session, { user: user.id }, { has_weak_password: false });
}

const perMinute = { max: 60, windowMs: 60_000 };

type JudgeCtx = Ctx & NewPasswordCtx & Pick<Context, 'limits' | 'request'>;

/** `owner` may be somebody else. @throws {TooManyTries} after 60 calls of one person in a minute */
export async function judgePassword(
  ctx: JudgeCtx & SignedInCtx,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  await ctx.limits.take([rateLimitFor('judge-password', String(ctx.viewer.id), perMinute)], ctx.now);
  return (await findPasswordProblem(ctx, password, owner)) ?? null;
}

/** @throws {RuleBroken} for `token` · {TooManyTries} */
export async function judgePasswordByLink(
  ctx: JudgeCtx & Parameters<typeof expectLink>[0],
  { token, password }: { token: string; password: string },
): Promise<string | null> {
  await ctx.limits.take(addressRateLimits('judge-link:address', ctx.request.address, perMinute), ctx.now);
  const { user } = await expectLink(ctx, token);
  return (await findPasswordProblem(ctx, password, user)) ?? null;
}
