import { LockMode } from '@mikro-orm/core';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { SsoLink } from '../sso/sso-link.entity.ts';
import { active, User } from '../users/user.entity.ts';
import type { NewPassword } from './auth.schema.ts';
import { endAccess } from './end-access.service.ts';
import { findDeviceMark, buildDeviceCookie } from './known-device.service.ts';
import { expectGoodPassword, type NewPasswordCtx } from './new-password.service.ts';
import { expectLink, makeMailedLink, useLink } from './password-links.service.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { resetMail } from './reset.mail.ts';
import { type FactorCtx, findMethods, createSecondFactorError } from './second-factor.service.ts';
import { Session } from './session.entity.ts';
import { forgotPasswordBudgets } from './sign-in-limits.ts';
import { createSession, type SignInResult } from './signed-in.service.ts';

/** The maximum random delay before a mail is prepared. */
const mailWithinMs = 5000;
const onItsWay =
  'If there is an account with this address, a mail with a link is on its way. The link is valid for 60 minutes.';

type ForgotCtx = FactorCtx & Pick<Context, 'mailer' | 'siteSettings'>;

/**
 * Mails a password link if the address belongs to an account that may sign in by password. Returns the same
 * message in every case. The mail is prepared after a random delay. Without this delay, the load of the
 * server would show whether the account exists.
 * @throws {TooManyTries}
 */
export async function forgotPassword(ctx: ForgotCtx, email: string): Promise<string> {
  const mark = await findDeviceMark(ctx, toEmailKey(email));
  await ctx.limits.take(forgotPasswordBudgets(ctx, mark), ctx.now);
  ctx.later(() => mailLink({ ...ctx, em: ctx.em.fork() }, email, mark !== undefined), mailWithinMs);
  return onItsWay;
}

async function mailLink(ctx: ForgotCtx, email: string, isKnownBrowser: boolean): Promise<void> {
  const known = await ctx.em.findOne(User, { email_key: toEmailKey(email), ...active });
  // A user of single sign-on gets no link. Otherwise, the user could sign in with a password after the
  // provider has blocked the user.
  const isElsewhere = known && (await ctx.em.count(SsoLink, { user: known.id, kind: 'came' })) > 0;
  const user = isElsewhere || known?.is_email_unconfirmed ? null : known;
  const made = user && (await mailableLink(ctx, user, isKnownBrowser));
  if (!made) return recordOncePerMinute(ctx, toEmailKey(email), 'reset_asked', { user, email });
  try {
    await ctx.mailer.send(resetMail(user, made.link, await ctx.siteSettings.current()));
  } catch (error) {
    // Deletes a link that was not delivered, so that the link does not count towards the maximum of five.
    await ctx.em.nativeDelete(PasswordReset, { token_hash: made.token_hash });
    throw error;
  }
}

async function mailableLink(ctx: ForgotCtx, { id }: User, isKnownBrowser: boolean) {
  return inTransaction(ctx, async (tx) => {
    const user = await tx.em.findOne(User, { id, ...active }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const made = user && (await makeMailedLink(tx, user, isKnownBrowser));
    if (made) await recordSecurityEvent(tx, 'reset_asked', { user });
    return made;
  });
}

/**
 * Sets a new password with a link, ends the other sessions of the user and signs the user in. If the account has a
 * second factor, the password is set, but the sign-in fails until the second factor is given. Otherwise, access to the
 * mailbox would be enough to sign in.
 * @throws {RuleBroken} for the field `token` or `password`, or when the second factor is missing · {TooManyTries}
 */
export async function resetPassword(
  ctx: FactorCtx & NewPasswordCtx,
  input: NewPassword,
): Promise<SignInResult> {
  const known = await expectLink(ctx, input.token);
  await expectGoodPassword(ctx, input.password, known.user);
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
 * Stores the hash of a new password. Also ends what gives access to the account, except the caller's own session and
 * API tokens. Does not raise `version`, because no form contains the password.
 */
export async function storePasswordHash(tx: Ctx, user: { id: number }, password_hash: string): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  declareChangedTables(tx, 'users');
  await db.updateTable('users').set({ password_hash, invited_at: null }).where('id', '=', user.id).execute();
  await endAccess(tx, user.id, 'password_changed');
  // The remaining session must no longer ask for a new password.
  await tx.em.nativeUpdate(Session, { user: user.id }, { has_weak_password: false });
}
