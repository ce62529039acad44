import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { hashSecret } from '../../security/tokens.ts';
import { Session } from './session.entity.ts';

/** Makes the panel ask for another password during the session with this token. */
export async function markWeakPassword({ em }: Ctx, { token }: { token: string }): Promise<void> {
  await em.nativeUpdate(Session, { token_hash: hashSecret(token) }, { has_weak_password: true });
}

/** Returns whether the panel asks for another password during the caller's session. */
export async function isPasswordNoticeShown({ em, viewer }: SignedInCtx): Promise<boolean> {
  return (await em.count(Session, { id: viewer.session_id, has_weak_password: true })) > 0;
}

export async function hidePasswordNotice({ em, viewer }: SignedInCtx): Promise<void> {
  await em.nativeUpdate(Session, { id: viewer.session_id }, { has_weak_password: false });
}
