import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { endAccess } from '../auth/end-access.service.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { lockAdmins } from '../users/last-admin.service.ts';
import { User } from '../users/user.entity.ts';
import type { SsoLinkChoice, SsoLinkView } from './sso.schema.ts';
import { SsoLink } from './sso-link.entity.ts';

const gone = 'There is no such link; perhaps it has ended already.';

interface LinkList {
  links: SsoLinkView[];
  is_email_unconfirmed: boolean;
}

type StaffCtx = SignedInCtx & Pick<Context, 'request'>;

export async function listLinks({ em }: StaffCtx, userId: number): Promise<LinkList> {
  const links = await em.find(SsoLink, { user: userId }, { orderBy: { id: 'asc' } });
  const user = await em.findOne(User, userId);
  return { links: links.map(toView), is_email_unconfirmed: user?.is_email_unconfirmed === true };
}

/**
 * Marks the email address of a user as confirmed, so that the address gets mails. Returns the links of the
 * user.
 * @throws {NotFound} when there is no such user
 */
export async function confirmEmail(ctx: StaffCtx, userId: number): Promise<LinkList> {
  return inTransaction(ctx, async (tx) => {
    const failHandler = () => new NotFound('There is no such user.');
    const user = await tx.em.findOneOrFail(User, userId, { failHandler });
    if (user.is_email_unconfirmed) {
      const { id, name, email } = user;
      await recordSecurityEvent(tx, 'email_confirmed', { details: { of: id, name, email } });
      user.is_email_unconfirmed = null;
      await tx.em.flush();
    }
    return listLinks(tx, userId);
  });
}

/**
 * Links an account to the person at the provider for whom the link was requested. The role of the account
 * remains unchanged. Returns the links of the account.
 * @throws {NotFound} when there is no such request · {Conflict} when the account is linked already
 */
export async function confirmLink(ctx: StaffCtx, choice: SsoLinkChoice): Promise<LinkList> {
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const link = await findLink(tx, choice);
    const others = await tx.em.count(SsoLink, { user: choice.id, kind: { $ne: 'asked' } });
    if (others > 0) throw new Conflict('This account is linked already. End that link first.');
    link.kind = 'linked';
    await recordSecurityEvent(tx, 'sso_linked', { details: toDetails(link) });
    await tx.em.flush();
    return listLinks(tx, choice.id);
  });
}

/**
 * Deletes a link and ends the user's access, except the caller's own session. A local account keeps its API tokens and
 * links. If the link is only requested, declines the request and ends nothing. Returns the remaining links.
 * @throws {NotFound} when there is no such link
 */
export async function endLink(ctx: StaffCtx, choice: SsoLinkChoice): Promise<LinkList> {
  return inTransaction(ctx, async (tx) => {
    await lockAdmins(tx);
    const link = await findLink(tx, choice);
    if (link.kind === 'came') await endAccess(tx, choice.id, 'link_of_provider_account_ended');
    if (link.kind === 'linked') await endAccess(tx, choice.id, 'link_of_local_account_ended');
    await recordSecurityEvent(tx, 'sso_unlinked', { details: { ...toDetails(link), was: link.kind } });
    await tx.em.remove(link).flush();
    return listLinks(tx, choice.id);
  });
}

async function findLink({ em }: StaffCtx, { id, link_id }: SsoLinkChoice): Promise<SsoLink> {
  return em.findOneOrFail(
    SsoLink,
    { id: link_id, user: id },
    { populate: ['user'], failHandler: () => new NotFound(gone) },
  );
}

function toDetails({ user, issuer, subject }: SsoLink): Record<string, unknown> {
  const { id, name, email, role } = user;
  return { of: id, name, email, role, issuer, subject };
}

function toView({
  id,
  kind,
  issuer,
  subject,
  email,
  name,
  is_email_verified,
  ...moments
}: SsoLink): SsoLinkView {
  return {
    id,
    kind,
    issuer,
    subject,
    is_email_verified,
    email: email ?? null,
    name: name ?? null,
    created_at: moments.created_at.toISOString(),
    last_used_at: moments.last_used_at.toISOString(),
  };
}
