import { inTransaction } from '../../database/transaction.ts';
import { addressRateLimits } from '../../limits/rate-limiter.ts';
import { BadRequest, NotFound, Unavailable } from '../../shared/errors.ts';
import { ProviderFailed, TokenRefused, type VerifiedLogout } from '../../shared/identity-provider.ts';
import { Session } from '../auth/session.entity.ts';
import { endAccess } from '../auth/sessions.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import { User } from '../users/user.ts';
import { spendToken } from './accounts.ts';
import type { SsoCtx } from './sign-in.ts';
import { SsoLink } from './sso-link.entity.ts';

const refusedTries = { max: 60, windowMs: 60_000 };

/**
 * Ends the sessions that a logout token of the provider names. A token does not count as a try if it is accepted, or if
 * the provider fails.
 * @throws {BadRequest} when the token is refused · {Unavailable} when the provider fails · {TooManyTries} · {NotFound}
 * when single sign-on is not set up
 */
export async function endSessionsByLogoutToken(ctx: SsoCtx, token: string): Promise<void> {
  const { sso, limits, request, now } = ctx;
  if (!sso) throw new NotFound('Single sign-on is not set up here.');
  const claim = await limits.take(addressRateLimits('sso:logout', request.address, refusedTries), now);
  try {
    const order = await sso.verifyLogout(token, now);
    await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      await spendToken(tx, 'logout token', order.token);
      await endNamedSessions(tx, order);
      await claim.release(tx);
    });
  } catch (error) {
    if (error instanceof ProviderFailed) {
      // The token might be valid, so the error message requests that the provider send it again.
      await claim.release();
      throw new Unavailable('The token could not be checked. Send it again.', {
        retryAfter: 10,
        cause: error,
      });
    }
    if (!(error instanceof TokenRefused)) throw error;
    const reason = error.message;
    ctx.later(() =>
      recordOncePerMinute(ctx, `logout ${request.address}`, 'sso_refused', {
        user: null,
        details: { reason, by: 'back-channel logout' },
      }),
    );
    throw new BadRequest(`The logout token was not accepted. ${reason}`, { cause: error });
  }
}

async function endNamedSessions(tx: SsoCtx, order: VerifiedLogout): Promise<void> {
  for (const { userId, where } of await findNamed(tx, order)) {
    const { sessions: ended } = await endAccess(tx, userId, 'signed_out_at_provider', { sessions: where });
    if (ended === 0) continue;
    const user = await tx.em.findOneOrFail(User, userId);
    const details = { ended, by: 'sso', reason: 'back-channel logout' };
    await recordSecurityEvent(tx, 'sessions_ended', { user, details });
  }
}

async function findNamed({ em }: SsoCtx, { issuer, subject, sid }: VerifiedLogout) {
  if (subject) {
    const link = await em.findOne(SsoLink, { issuer, subject, kind: { $ne: 'asked' } });
    if (!link) return [];
    const userId = link.user.id;
    // An account that single sign-on created has only sessions of single sign-on. These sessions are selected by user,
    // because sessions of earlier versions have no `sso_link_id`.
    const ofLink = link.kind === 'came' ? { user: userId } : { user: userId, sso_link_id: link.id };
    // A session without `sso_sid` may also belong to the provider's session that has ended.
    const where = sid ? { ...ofLink, $or: [{ sso_sid: sid }, { sso_sid: null }] } : ofLink;
    return [{ userId, where }];
  }
  const sessions = await em.find(Session, { sso_sid: sid ?? '', sso_link_id: { $ne: null } });
  const ids = sessions.flatMap(({ sso_link_id }) => sso_link_id ?? []);
  const links = await em.find(SsoLink, { id: { $in: ids }, issuer, kind: { $ne: 'asked' } });
  return links.map((link) => ({
    userId: link.user.id,
    where: { sso_link_id: link.id, sso_sid: sid ?? '' },
  }));
}
