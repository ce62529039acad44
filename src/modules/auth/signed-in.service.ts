import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { SecurityEventType } from '../../shared/security-events.ts';
import type { SignedIn, UserView } from '../../shared/signed-in.ts';
import type { Context } from '../../trpc/context.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { findDeviceMark, ssoDeviceKey } from './known-device.service.ts';
import { endSentSessions } from './end-access.service.ts';
import { type NewSession, openSession, type SsoOrigin } from './session.service.ts';

export const wrongCredentials = 'The e-mail or password is incorrect.';

export type SignInCtx = Ctx & Pick<Context, 'passwords' | 'limits' | 'secrets' | 'request' | 'later'>;

export interface SignInResult {
  user: UserView;
  session: NewSession;
  device: string;
}

/**
 * Opens a session for a user and records the sign-in. Also ends the sessions whose credentials came with the
 * request.
 * @throws {RuleBroken} when the account is deactivated or deleted
 */
export async function createSession(
  tx: SignInCtx,
  user: UserView,
  isRemembered: boolean,
  event: SecurityEventType,
  details: Record<string, unknown> = {},
  sso?: SsoOrigin,
): Promise<Omit<SignInResult, 'device'>> {
  await recordSignIn(tx, user.id);
  await endSentSessions(tx, tx.request.credentials);
  const session = await openSession(tx, user, isRemembered, sso);
  const owner = event === 'sso_sign_in' ? ssoDeviceKey : toEmailKey(user.email);
  const isNew = (await findDeviceMark(tx, owner)) === undefined;
  await recordSecurityEvent(tx, event, {
    user,
    details: { ...details, ...(isNew && { is_new_browser: true }) },
  });
  return { user: toUserView(user), session };
}

/**
 * Stores the time of the sign-in. Does not raise `version`, because no form contains this time.
 * @throws {RuleBroken} when the account is deactivated or deleted
 */
async function recordSignIn({ em, now }: SignInCtx, id: number): Promise<void> {
  const db = em.getKysely<Tables>();
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new RuleBroken({ email: [wrongCredentials] }, wrongCredentials);
}

export function sendSession(
  { cookies }: Pick<Context, 'cookies'>,
  { user, session, device }: SignInResult,
): SignedIn {
  const { cookie, token, expires_at, is_remembered } = session;
  cookies.setSession(cookie, is_remembered ? expires_at : null);
  cookies.setDevice(device);
  return { token, user, expires_at: expires_at.toISOString() };
}

export function toUserView({ id, name, email, role }: UserView): UserView {
  return { id, name, email, role };
}
