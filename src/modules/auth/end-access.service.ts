import type { FilterQuery } from '@mikro-orm/core';
import { declareChangedTables } from '../../database/content-version.ts';
import { sendEvent } from '../../database/events/send-event.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { hashSecret } from '../../security/tokens.ts';
import type { Credential } from '../../trpc/context.ts';
import { sessionsEndedTopic } from '../../trpc/stream-wakeup.ts';
import { OutboxMail } from '../outbox/outbox-mail.entity.ts';
import { ApiToken } from '../tokens/api-token.entity.ts';
import { PasswordReset } from './password-reset.entity.ts';
import { Session } from './session.entity.ts';

/** What gives access to an account, or to drafts in the name of its owner. */
type Access = 'sessions' | 'reset links' | 'invitation links' | 'preview links' | 'tokens';

const everything: readonly Access[] = [
  ...(['sessions', 'reset links', 'invitation links', 'preview links', 'tokens'] as const),
];

/**
 * What ends, by reason. The live streams of a session end with it, and the preview links that were made with a token end
 * with the token.
 */
const endsBy = {
  signed_out: ['sessions'],
  signed_out_at_provider: ['sessions'],
  link_of_local_account_ended: ['sessions'],
  token_revoked: ['tokens'],
  link_replaced: ['reset links', 'invitation links'],
  address_changed: ['reset links', 'invitation links'],
  role_changed: ['sessions', 'reset links', 'preview links'],
  password_changed: ['sessions', 'reset links', 'invitation links', 'preview links'],
  factors_removed: everything,
  no_role_at_provider: everything,
  link_of_provider_account_ended: everything,
  deactivated: everything,
  deleted: everything,
} as const satisfies Record<string, readonly Access[]>;

export type AccessEnd = keyof typeof endsBy;

interface Only {
  /** The sessions that end. By default, all sessions of the user except the caller's own. */
  sessions?: FilterQuery<Session>;
  tokens?: FilterQuery<ApiToken>;
}

export interface EndedAccess {
  sessions: number;
  tokens: number;
}

/**
 * Ends the access to an account. Every operation after which a user has less access calls this function, in its
 * transaction. Returns how many sessions and API tokens have ended.
 */
export async function endAccess(
  { em, viewer }: Pick<Ctx, 'em' | 'viewer'>,
  userId: number,
  reason: AccessEnd,
  only: Only = {},
): Promise<EndedAccess> {
  const kinds: readonly Access[] = endsBy[reason];
  const ended: EndedAccess = { sessions: 0, tokens: 0 };
  const others = { id: { $ne: viewer?.session_id ?? 0 } };
  if (kinds.includes('sessions')) {
    ended.sessions = await em.nativeDelete(Session, { $and: [{ user: userId }, only.sessions ?? others] });
    await sendEvent({ em }, sessionsEndedTopic, String(userId));
  }
  if (kinds.includes('tokens'))
    ended.tokens = await em.nativeDelete(ApiToken, { $and: [{ user: userId }, only.tokens ?? {}] });
  if (kinds.includes('reset links'))
    await em.nativeDelete(PasswordReset, { user: userId, origin: { $ne: 'invitation' } });
  if (kinds.includes('invitation links')) {
    await em.nativeDelete(PasswordReset, { user: userId, origin: 'invitation' });
    await em.nativeDelete(OutboxMail, { user_id: userId, kind: 'invitation' });
  }
  if (kinds.includes('preview links')) await endPreviewLinks({ em }, userId);
  return ended;
}

/** Each preview link contains the number that this function raises. */
async function endPreviewLinks({ em }: Pick<Ctx, 'em'>, userId: number): Promise<void> {
  declareChangedTables({ em }, 'users');
  await em
    .getKysely<Tables>()
    .updateTable('users')
    .set((eb) => ({ preview_generation: eb('preview_generation', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/**
 * Ends the sessions whose credentials the browser sent with a sign-in, because somebody else may have planted
 * those credentials in the browser.
 */
export async function endSentSessions(ctx: Ctx, credentials: readonly Credential[]): Promise<void> {
  for (const { kind, secret } of credentials) {
    const sent = await ctx.em.findOne(Session, { [`${kind}_hash`]: hashSecret(secret) });
    if (sent) await endAccess(ctx, sent.user.id, 'signed_out', { sessions: { id: sent.id } });
  }
}
