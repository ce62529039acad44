import { LockMode } from '@mikro-orm/core';
import { touch } from '../../database/content-version.ts';
import type { OperationContext } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import { createShortSecret, hashSecret } from '../../security/tokens.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { SsoLink } from '../sso/sso-link.entity.ts';
import { active, User } from '../users/user.entity.ts';
import type { NewPassword } from './auth.schema.ts';
import { deviceMark, rememberDevice } from './known-device.service.ts';
import { expectGoodPassword, type NewPasswordWork } from './new-password.service.ts';
import { PasswordReset, type ResetOrigin } from './password-reset.entity.ts';
import { resetMail } from './reset.mail.ts';
import { type FactorWork, findMethods, secondFactorRequired } from './second-factor.service.ts';
import { Session } from './session.entity.ts';
import { closeOtherSessions } from './session.service.ts';
import { askingBudgets, linkBudgets, recordRefusedTry } from './sign-in-limits.ts';
import { createSession, type SignInResult } from './signed-in.service.ts';

const linkMs = 60 * 60_000;
const maxMailedLinks = 5;
/** The longest random delay before a mail is prepared. */
const mailWithinMs = 5000;
const onItsWay =
  'If there is an account with this address, a mail with a link is on its way. The link is valid for 60 minutes.';
const deadLink = 'This link is no longer valid. Please ask for a new one.';

/** The link is shown once. The database stores a hash. */
export interface ResetLink {
  link: string;
  expires_at: Date;
}

interface StoredLink extends ResetLink {
  token_hash: string;
}

type LinkWork = OperationContext & Pick<Context, 'publicUrl'>;

/** Deletes the user's earlier links. The caller's flush stores the new one. */
export async function makeResetLink(work: LinkWork, user: User): Promise<ResetLink> {
  await dropResetLinks(work, user.id);
  return addLink(work, user, 'admin');
}

/**
 * Anybody may request mails, so a request must neither delete the owner's links nor fill a mailbox. While
 * five links are valid, an unknown browser gets none, and a known browser replaces the oldest.
 */
async function makeMailedLink(
  work: LinkWork,
  user: User,
  isKnownBrowser: boolean,
): Promise<StoredLink | undefined> {
  const mine = { user: user.id, origin: 'mail' as const };
  await work.em.nativeDelete(PasswordReset, { ...mine, expires_at: { $lte: work.now } });
  const valid = await work.em.find(PasswordReset, mine, { orderBy: { id: 'asc' } });
  if (valid.length >= maxMailedLinks) {
    if (!isKnownBrowser) return undefined;
    await work.em.nativeDelete(PasswordReset, { id: valid[0]!.id });
  }
  return addLink(work, user, 'mail');
}

function addLink(work: LinkWork, user: User, origin: ResetOrigin): StoredLink {
  const token = createShortSecret();
  const token_hash = hashSecret(token);
  const expires_at = new Date(work.now.getTime() + linkMs);
  work.em.persist(
    work.em.create(PasswordReset, { user, origin, token_hash, created_at: work.now, expires_at }),
  );
  // Browsers do not send the part after '#', so the token reaches no log and no other site.
  return { link: `${work.publicUrl}/admin/reset-password#token=${token}`, token_hash, expires_at };
}

export async function dropResetLinks({ em }: OperationContext, userId: number): Promise<void> {
  await em.nativeDelete(PasswordReset, { user: userId });
}

type ForgotWork = FactorWork & Pick<Context, 'mailer' | 'siteSettings'>;

/** A random delay hides whether the account exists, even in the server's load. @throws {TooManyTries} */
export async function forgotPassword(work: ForgotWork, email: string): Promise<string> {
  const mark = await deviceMark(work, toEmailKey(email));
  await work.limits.take(askingBudgets(work, mark), work.now);
  work.later(() => mailLink({ ...work, em: work.em.fork() }, email, mark !== undefined), mailWithinMs);
  return onItsWay;
}

async function mailLink(work: ForgotWork, email: string, isKnownBrowser: boolean): Promise<void> {
  const known = await work.em.findOne(User, { email_key: toEmailKey(email), ...active });
  // A user of single sign-on gets no link: a password would work after the provider has blocked them.
  const isElsewhere = known && (await work.em.count(SsoLink, { user: known.id, kind: 'came' })) > 0;
  const user = isElsewhere || known?.is_email_unconfirmed ? null : known;
  const made = user && (await mailableLink(work, user, isKnownBrowser));
  if (!made) return recordOncePerMinute(work, toEmailKey(email), 'reset_asked', { user, email });
  try {
    await work.mailer.send(resetMail(user, made.link, await work.siteSettings.current()));
  } catch (error) {
    // Deletes a link that was not delivered, so that it does not count towards the five.
    await work.em.nativeDelete(PasswordReset, { token_hash: made.token_hash });
    throw error;
  }
}

async function mailableLink(work: ForgotWork, { id }: User, isKnownBrowser: boolean) {
  return inTransaction(work, async (inside) => {
    const user = await inside.em.findOne(User, { id, ...active }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const made = user && (await makeMailedLink(inside, user, isKnownBrowser));
    if (made) await recordSecurityEvent(inside, 'reset_asked', { user });
    return made;
  });
}

/**
 * Ends all sessions and signs in. An account with a second factor gets its new password, and is asked for the
 * factor: otherwise a stolen mailbox would be enough.
 * @throws {RuleBroken} naming `token` or `password`, or for the second factor, {TooManyTries}
 */
export async function resetPassword(
  work: FactorWork & NewPasswordWork,
  input: NewPassword,
): Promise<SignInResult> {
  const known = await expectLink(work, input.token);
  await expectGoodPassword(work, input.password, known.user);
  const password_hash = await work.passwords.hash(input.password);
  const device = await rememberDevice(work, known.user.email_key);
  const result = await inTransaction(work, async (inside) => {
    const user = await useLink(inside, known.token_hash);
    await setPassword(inside, user, password_hash);
    const methods = await findMethods(inside, user.id);
    if (methods.length === 0) return createSession(inside, user, false, 'reset_used');
    await recordSecurityEvent(inside, 'reset_used', { user });
    return { id: user.id, methods };
  });
  if ('session' in result) return { ...result, device };
  throw await secondFactorRequired(work, { id: result.id, password_hash }, result.methods, {
    isRemembered: false,
    first: 'Your new password is set. ',
  });
}

type TokenWork = OperationContext & Pick<Context, 'limits' | 'secrets' | 'request' | 'later'>;

/** Returns the valid link of this token with its user. @throws {RuleBroken} naming `token`, {TooManyTries} */
export async function expectLink(work: TokenWork, token: string) {
  const known = await work.em.findOne(
    PasswordReset,
    { token_hash: hashSecret(token), expires_at: { $gt: work.now } },
    { populate: ['user'] },
  );
  if (known) return known;
  const refusal = await work.limits.take(linkBudgets(work), work.now).then(
    () => RuleBroken.of('token', deadLink),
    (error: unknown) => error,
  );
  recordRefusedTry(work, refusal, 'link');
  throw refusal;
}

/** Deletes the link and locks its user. Of two simultaneous requests, one fails. @throws {RuleBroken} */
async function useLink({ em }: OperationContext, token_hash: string): Promise<User> {
  const reset = await em.findOne(
    PasswordReset,
    { token_hash },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const isOurs = reset && (await em.nativeDelete(PasswordReset, { id: reset.id })) === 1;
  if (!isOurs) throw RuleBroken.of('token', deadLink);
  const user = await em.findOne(
    User,
    { id: reset.user.id, ...active },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!user) throw RuleBroken.of('token', deadLink);
  return user;
}

/** Ends other sessions and deletes reset links. Leaves `version`, because no form contains the password. */
export async function setPassword(
  inside: OperationContext,
  user: { id: number },
  password_hash: string,
): Promise<void> {
  const db = inside.em.getKysely<{ users: { id: number; password_hash: string } }>();
  touch(inside, 'users');
  await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  await closeOtherSessions(inside, user.id);
  // The session that stays asked for a new password, perhaps.
  await inside.em.nativeUpdate(Session, { user: user.id }, { has_weak_password: false });
  await dropResetLinks(inside, user.id);
}
