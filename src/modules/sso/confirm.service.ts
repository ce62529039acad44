import { inTransaction } from '../../database/transaction.ts';
import { Conflict } from '../../shared/errors.ts';
import type { VerifiedIdentity } from '../../shared/identity-provider.ts';
import { Session } from '../auth/session.entity.ts';
import type { SignInWork } from '../auth/signed-in.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { User } from '../users/user.entity.ts';
import type { SsoConfirmed } from './sso.schema.ts';
import { expectRole } from './sso-accounts.ts';
import { SsoLink } from './sso-link.entity.ts';

const minute = 60_000;
const otherPerson =
  'This sign-in was of another person, or your session here has ended. Please sign in again as yourself.';

/** Renews the proof of the session that asked. @throws {Conflict} for another person, {Forbidden} without a role */
export async function confirmByProvider(
  work: SignInWork & { stepUpMinutes: number },
  person: VerifiedIdentity,
  session: number,
): Promise<SsoConfirmed> {
  await expectRole(work, person);
  const { issuer, subject } = person;
  await inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
    const link = await inside.em.findOne(SsoLink, { issuer, subject, kind: { $ne: 'asked' } });
    const own = { id: session, user: link?.user.id ?? 0, expires_at: { $gt: inside.now } };
    const renewed = await inside.em.nativeUpdate(Session, own, { proved_at: inside.now });
    if (!link || renewed === 0) throw new Conflict(otherPerson);
    const user = await inside.em.findOneOrFail(User, link.user.id);
    await recordSecurityEvent(inside, 'confirmed', { user, details: { by: 'sso' } });
  });
  if (work.stepUpMinutes === 0) return { confirmed_until: null };
  return { confirmed_until: new Date(work.now.getTime() + work.stepUpMinutes * minute).toISOString() };
}
