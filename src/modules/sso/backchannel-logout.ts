import { inTransaction } from '../../database/transaction.ts';
import { addressRateLimits } from '../../limits/rate-limiter.ts';
import { BadRequest, NotFound, Unavailable } from '../../shared/errors.ts';
import { ProviderFailed, TokenRefused, type VerifiedLogout } from '../../security/identity-provider.ts';
import { Session } from '../auth/session.entity.ts';
import { endUserAccess } from '../auth/sessions.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import { User } from '../users/user.ts';
import { recordTokenUse } from './sso-accounts.ts';
import type { SsoCtx } from './sign-in.ts';
import { SsoLink } from './sso-link.entity.ts';

const refusedTries = { max: 60, windowMs: 60_000 };

/**
 * A token does not count as a try if it is accepted or the provider fails.
 * @throws {BadRequest} when the token is refused · {Unavailable} when the provider fails · {TooManyTries} · {NotFound}
 * without single sign-on
 */
export async function endSessionsByLogoutToken(ctx: SsoCtx, token: string): Promise<void> {
  const { sso, limits, request, now } = ctx;
  if (!sso) throw new NotFound('Single sign-on is not set up here.');
  const claim = await limits.take(addressRateLimits('sso:logout', request.address, refusedTries), now);
  try {
    const order = await sso.verifyLogout(token, now);
    await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      await recordTokenUse(tx, 'logout token', order.token);
      await endSessionsOf(tx, order);
      await claim.release(tx);
    });
  } catch (error) {
    if (error instanceof ProviderFailed) {
      // The token may be good, so the provider is asked to send it again.
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

async function endSessionsOf(tx: SsoCtx, order: VerifiedLogout): Promise<void> {
  for (const { userId, where } of await findSessionsOf(tx, order)) {
    const { sessions: ended } = await endUserAccess(tx, userId, 'signed_out_at_provider', {
      sessions: where,
    });
    if (ended === 0) continue;
    const user = await tx.em.findOneOrFail(User, userId);
    const details = { ended, by: 'sso', reason: 'back-channel logout' };
    await recordSecurityEvent(tx, 'sessions_ended', { user, details });
  }
}

async function findSessionsOf({ em }: SsoCtx, { issuer, subject, sid }: VerifiedLogout) {
  if (subject) {
    const link = await em.findOne(SsoLink, { issuer, subject, kind: { $ne: 'asked' } });
    if (!link) return [];
    const userId = link.user.id;
    // An account from the provider has only sessions of single sign-on, so they are found by user: those of earlier
    // versions have no `sso_link_id`.
    const ofLink = link.kind === 'came' ? { user: userId } : { user: userId, sso_link_id: link.id };
    // A session without `sso_sid` ends too, because it may belong to the provider's session that ended.
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
