import { fold } from '../../database/search.ts';
import type { Work } from '../../database/work.ts';
import type { Passwords } from '../../security/passwords.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { User } from '../users/user.entity.ts';
import type { Credentials, UserView } from './auth.schema.ts';
import { type NewSession, openSession } from './session.service.ts';

const wrongCredentials = 'The e-mail or password is incorrect.';

type SignInWork = Work & { passwords: Passwords; request: { userAgent: string; address: string } };

/**
 * Signs a person in by e-mail and password.
 *
 * @throws {RuleBroken} under `email`, in the same words and time whether or not the address exists
 */
export async function signIn(
  work: SignInWork,
  { email, password, remember }: Credentials,
): Promise<{ user: UserView; session: NewSession }> {
  const user = await work.em.findOne(User, { email_key: fold(email) });
  const isRight = await work.passwords.verify(user?.password_hash, password);
  if (!user || !isRight) throw new RuleBroken({ email: [wrongCredentials] }, wrongCredentials);
  const session = openSession(work, user, remember);
  await work.em.flush();
  return { user: toUserView(user), session };
}

/** What a browser may know of a person. */
export function toUserView({ id, name, email, role }: UserView): UserView {
  return { id, name, email, role };
}
