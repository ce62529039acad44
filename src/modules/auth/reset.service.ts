import { LockMode } from '@mikro-orm/core';
import { touch } from '../../database/content.ts';
import { fold } from '../../database/search.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Work } from '../../database/work.ts';
import { createShortSecret, hashSecret } from '../../security/tokens.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { expectGoodPassword } from '../../shared/password-rules.ts';
import type { Context } from '../../trpc/context.ts';
import { noteSecurity } from '../security/security.service.ts';
import { SsoLink } from '../sso/sso-link.entity.ts';
import { User } from '../users/user.entity.ts';
import type { NewPassword } from './auth.schema.ts';
import { letIn, type SignInWork, type Welcome } from './auth.service.ts';
import { rememberDevice } from './known-device.service.ts';
import { PasswordReset, type ResetOrigin } from './password-reset.entity.ts';
import { resetMail } from './reset.mail.ts';
import { closeOtherSessions } from './session.service.ts';
import { linkBudgets, mailBudgets } from './tries.ts';

const linkMs = 60 * 60_000;
const onItsWay =
  'If there is an account with this address, a mail with a link is on its way. The link is valid for 60 minutes.';
const deadLink = 'This link is no longer valid. Please ask for a new one.';

/** A link to set a password. It is told once and stored only as a hash. */
export interface ResetLink {
  link: string;
  expires_at: Date;
}

/**
 * Makes a link for a person; the caller's flush saves it. It replaces the older ones, except that what anybody can ask for on the
 * sign-in page does not undo what an admin has handed out.
 */
export async function makeResetLink(
  work: Work & Pick<Context, 'publicUrl'>,
  user: User,
  origin: ResetOrigin,
): Promise<ResetLink> {
  await work.em.nativeDelete(PasswordReset, origin === 'mail' ? { user, origin } : { user });
  const token = createShortSecret();
  const expires_at = new Date(work.now.getTime() + linkMs);
  work.em.persist(
    work.em.create(PasswordReset, {
      ...{ user, origin, token_hash: hashSecret(token) },
      ...{ created_at: work.now, expires_at },
    }),
  );
  // Behind the '#' it reaches neither a log nor another site.
  return { link: `${work.publicUrl}/admin/reset-password#token=${token}`, expires_at };
}

/** Takes back every link that a person could still use. */
export async function dropResetLinks({ em }: Work, userId: number): Promise<void> {
  await em.nativeDelete(PasswordReset, { user: userId });
}

type ForgotWork = SignInWork & Pick<Context, 'mailer' | 'publicUrl'>;

/**
 * Sends a link to whoever has this address. Everything that depends on whether anybody has happens after the answer, so that
 * neither its words nor its time tell.
 *
 * @throws {TooManyTries}
 */
export async function forgotPassword(work: ForgotWork, email: string): Promise<string> {
  await work.limits.take(await mailBudgets(work, fold(email)), work.now);
  work.later(() => mailLink({ ...work, em: work.em.fork() }, email));
  return onItsWay;
}

async function mailLink(work: ForgotWork, email: string): Promise<void> {
  const known = await work.em.findOne(User, { email_key: fold(email) });
  // Who came by the provider signs in there: a password would outlive what the provider says of them.
  const isElsewhere = known && (await work.em.count(SsoLink, { user: known.id, kind: 'came' })) > 0;
  const user = isElsewhere ? null : known;
  const made = await inTransaction(work, async (inside) => {
    await noteSecurity(inside, 'reset_asked', { user, email });
    return user && makeResetLink(inside, user, 'mail');
  });
  if (user && made) await work.mailer.send(resetMail(user, made.link));
}

/**
 * Sets a password by a link, which is used up, and signs in. Every session of that person ends.
 *
 * @throws {RuleBroken} under `token` when the link is not valid, under `password` when it is no good · {TooManyTries}
 */
export async function resetPassword(work: SignInWork, input: NewPassword): Promise<Welcome> {
  const token_hash = hashSecret(input.token);
  const known = await work.em.findOne(
    PasswordReset,
    { token_hash, expires_at: { $gt: work.now } },
    { populate: ['user'] },
  );
  if (!known) {
    await work.limits.take(linkBudgets(work), work.now);
    throw RuleBroken.of('token', deadLink);
  }
  expectGoodPassword(input.password);
  const password_hash = await work.passwords.hash(input.password);
  const device = await rememberDevice(work, known.user.email_key);
  return inTransaction(work, async (inside) => {
    const user = await useLink(inside, token_hash);
    await setPassword(inside, user, password_hash);
    return { ...(await letIn(inside, user, false, 'reset_used')), device };
  });
}

/** The person that a link belongs to. Of two who use it at the same moment, one finds it gone. */
async function useLink({ em }: Work, token_hash: string): Promise<User> {
  const reset = await em.findOne(
    PasswordReset,
    { token_hash },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const isOurs = reset && (await em.nativeDelete(PasswordReset, { id: reset.id })) === 1;
  if (!isOurs) throw RuleBroken.of('token', deadLink);
  return em.findOneOrFail(User, reset.user.id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/**
 * Stores a new password. Sessions other than the caller's end, and no link outlives it. It changes nothing that a form shows
 * of a user, so their `version` stays, which the entity manager would raise.
 */
export async function setPassword(inside: Work, user: { id: number }, password_hash: string): Promise<void> {
  const db = inside.em.getKysely<{ users: { id: number; password_hash: string } }>();
  touch(inside, 'users');
  await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  await closeOtherSessions(inside, user.id);
  await dropResetLinks(inside, user.id);
}
