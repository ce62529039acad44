import { inTransaction } from '../../database/transaction.ts';
import { Conflict } from '../../shared/errors.ts';
import type { VerifiedIdentity } from '../../shared/identity-provider.ts';
import { Session } from '../auth/session.entity.ts';
import type { SignInCtx } from '../auth/signed-in.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { User } from '../users/user.entity.ts';
import type { SsoConfirmed } from './sso.schema.ts';
import { expectRole } from './sso-accounts.ts';
import { SsoLink } from './sso-link.entity.ts';

const minute = 60_000;
const otherPerson =
  'This sign-in was of another person, or your session here has ended. Please sign in again as yourself.';

/**
 * Renews the proof of identity of the session that started the confirmation.
 * @throws {Conflict} when another person has signed in at the provider, or the session has ended ·
 * {Forbidden} when the provider gives the person no role
 */
export async function confirmByProvider(
  ctx: SignInCtx & { stepUpMinutes: number },
  person: VerifiedIdentity,
  session: number,
): Promise<SsoConfirmed> {
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
