import { LockMode } from '@mikro-orm/core';
import type { Ctx } from '../../database/ctx.ts';
import { createShortSecret, hashSecret } from '../../security/tokens.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { active, User } from '../users/user.entity.ts';
import { endAccess } from './end-access.service.ts';
import { PasswordReset, type ResetOrigin } from './password-reset.entity.ts';
import { linkBudgets, recordRefusedTry } from './sign-in-limits.ts';

const linkMs = 60 * 60_000;
const invitationMs = 7 * 24 * 60 * 60_000;
const maxMailedLinks = 5;
const deadLink = 'This link is no longer valid. Please ask for a new one.';

/**
 * A link with which a user sets a password. The link cannot be shown again, because the database stores only
 * a hash of its token.
 */
export interface PasswordLink {
  link: string;
  expires_at: Date;
}

interface StoredLink extends PasswordLink {
  token_hash: string;
}

type LinkCtx = Pick<Ctx, 'em' | 'now'> & Pick<Context, 'publicUrl'>;

/**
 * Creates a link on behalf of an admin, and deletes the user's earlier links. The caller's next flush stores
 * the new link.
 */
export async function makeResetLink(ctx: LinkCtx & Pick<Ctx, 'viewer'>, user: User): Promise<PasswordLink> {
  await endAccess(ctx, user.id, 'link_replaced');
  return addLink(ctx, user, 'admin');
}

/**
 * Creates a link with which an invited user sets the first password. Earlier links remain valid, because
 * the user may open an earlier mail first. The caller's next flush stores the new link.
 */
export function makeInvitationLink(ctx: LinkCtx, user: User): PasswordLink {
  return addLink(ctx, user, 'invitation', invitationMs);
}

/**
 * Creates a link for a mail that somebody has requested on the forgot-password page. A stranger must not be able to
 * delete the owner's links or fill the mailbox with such requests. While five links are valid, an unknown browser
 * therefore gets no link, and a known browser replaces the oldest link.
 */
export async function makeMailedLink(
  ctx: LinkCtx,
  user: User,
  isKnownBrowser: boolean,
): Promise<StoredLink | undefined> {
  const mine = { user: user.id, origin: 'mail' as const };
  await ctx.em.nativeDelete(PasswordReset, { ...mine, expires_at: { $lte: ctx.now } });
  const valid = await ctx.em.find(PasswordReset, mine, { orderBy: { id: 'asc' } });
  if (valid.length >= maxMailedLinks) {
    if (!isKnownBrowser) return undefined;
    await ctx.em.nativeDelete(PasswordReset, { id: valid[0]!.id });
  }
  return addLink(ctx, user, 'mail');
}

function addLink(ctx: LinkCtx, user: User, origin: ResetOrigin, lifeMs = linkMs): StoredLink {
  const token = createShortSecret();
  const token_hash = hashSecret(token);
  const expires_at = new Date(ctx.now.getTime() + lifeMs);
  ctx.em.persist(ctx.em.create(PasswordReset, { user, origin, token_hash, created_at: ctx.now, expires_at }));
  // Browsers do not send the part after '#', so the token reaches no log and no other site.
  const fragment = `token=${token}${origin === 'invitation' ? '&invitation' : ''}`;
  return { link: `${ctx.publicUrl}/admin/reset-password#${fragment}`, token_hash, expires_at };
}

type TokenCtx = Ctx & Pick<Context, 'limits' | 'secrets' | 'request' | 'later'>;

/**
 * Returns the valid link that has this token, with its user.
 * @throws {RuleBroken} for the field `token` when there is no such link · {TooManyTries}
 */
export async function expectLink(ctx: TokenCtx, token: string) {
  const known = await ctx.em.findOne(
    PasswordReset,
    { token_hash: hashSecret(token), expires_at: { $gt: ctx.now } },
    { populate: ['user'] },
  );
  if (known) return known;
  const refusal = await ctx.limits.take(linkBudgets(ctx), ctx.now).then(
    () => RuleBroken.of('token', deadLink),
    (error: unknown) => error,
  );
  recordRefusedTry(ctx, refusal, 'link');
  throw refusal;
}

/**
 * Deletes a link, and locks and returns its user. If two requests use the same link, only one succeeds.
 * @throws {RuleBroken} for the field `token` when the link is used up or the user is not active
 */
export async function useLink({ em }: Ctx, token_hash: string): Promise<User> {
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
