import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import type { Ctx, SignedInCtx, Viewer } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import { insertRow, inTransaction } from '../../database/transaction.ts';
import { createApiToken, hashSecret } from '../../security/random-secrets.ts';
import { Conflict, Forbidden, NotFound, RuleBroken } from '../../shared/errors.ts';
import {
  booleanField,
  ById,
  Id,
  oneLine,
  oneOf,
  Success,
  Timestamp,
  wholeNumber,
} from '../../shared/fields.ts';
import { hasGrant } from '../../shared/grants.ts';
import { maxUnpagedRows, momentQueryField } from '../../shared/pagination.ts';
import {
  adminScopes,
  defaultTokenDays,
  isScopeOfRole,
  maxTokenDays,
  type Scope,
  scopes,
} from '../../shared/scopes.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { router, signedInProcedure, signedInProcedureWithStepUp } from '../../trpc/procedures.ts';
import { endUserAccess } from '../auth/sessions.ts';
import { queueMail } from '../outbox/queue.ts';
import { type SecurityLogCtx, recordSecurityEvent } from '../security-log/security-event.ts';
import { activeUserFilter, noSuchUserMessage, User } from '../users/user.ts';
import { ApiToken } from './api-token.ts';

const defaultPerMinute = 600;
const maxPerMinute = 6000;

const ScopeName = oneOf('Scope', scopes as readonly [Scope, ...Scope[]]).meta({ title: 'Scope' });

const TokenInput = z.object({
  name: oneLine('Name', 60).describe('The name'),
  scopes: z
    .array(ScopeName, 'Scopes must be a list of names such as blog:read')
    .min(1, 'Choose what the token may do')
    .max(scopes.length * 2, 'There are not so many scopes')
    .describe('What the token may do, such as `blog:write`. A scope for writing includes reading'),
  expires_in_days: wholeNumber('Days', 1, maxTokenDays)
    .default(defaultTokenDays)
    .describe('The number of days until the token expires'),
  expires_at: momentQueryField('Expires at').describe('In place of `expires_in_days`'),
  per_minute: wholeNumber('Calls per minute', 1, maxPerMinute)
    .default(defaultPerMinute)
    .describe('The number of calls per minute that the token may make, on each instance of the server'),
  user_id: Id.optional().describe(
    'The user whose rights the token has. Default: you. Only admins name somebody else',
  ),
});
type TokenInput = z.output<typeof TokenInput>;

const TokensQuery = z.object({
  user_id: Id.optional().describe(
    'Only the tokens of this user. Default: your own. Only admins name somebody else',
  ),
  all: booleanField('All').optional().describe('True lists the tokens of everybody, for admins'),
});
type TokensQuery = z.output<typeof TokensQuery>;

const TokenView = z
  .object({
    id: z.int().describe('The id'),
    user_id: z
      .int()
      .describe('The id of the user. Null for visitors, for the server itself and for deleted accounts'),
    user_name: z.string().describe('The name of the owner'),
    name: z.string().describe('The name'),
    hint: z.string().describe('The last four characters of the token'),
    scopes: z
      .array(z.string())
      .describe('What the token may do, such as `blog:write`. A scope for writing includes reading'),
    per_minute: z.int().describe('The number of calls per minute that the token may make'),
    created_at: Timestamp.describe('The time of creation'),
    expires_at: Timestamp.describe('The time of expiry'),
    last_used_at: Timestamp.nullable().describe('The time of the last use, or null'),
  })
  .meta({ title: 'Token' });
type TokenView = z.output<typeof TokenView>;

const NewToken = z.object({
  token: TokenView.describe('The token without its secret'),
  secret: z.string().describe('The token to give to the program. It is never shown again'),
});
type NewToken = z.output<typeof NewToken>;

const dayMs = 24 * 60 * 60_000;
/** How long before the expiry the owner is warned. */
const warnedBeforeMs = 7 * dayMs;
const maxTokens = 50;
/** How long lists still show an expired token. */
const expiredKeptMs = 30 * dayMs;

type OwnerCtx = SignedInCtx & SecurityLogCtx;

/** The newest first, up to 1,000. @throws {Forbidden} when only an admin may see them */
async function listTokens(
  { em, viewer }: OwnerCtx,
  { user_id = viewer.id, all }: TokensQuery,
): Promise<TokenView[]> {
  const ownerId = all ? undefined : user_id;
  expectOwnOrAdmin(viewer, ownerId);
  const rows = await em.find(ApiToken, ownerId ? { user: ownerId } : {}, {
    populate: ['user'],
    orderBy: { id: 'desc' },
    limit: maxUnpagedRows,
  });
  return rows.map((row) => toView(row, row.user));
}

function expectOwnOrAdmin({ id, role }: Viewer, ownerId: number | undefined): void {
  if (ownerId !== id && !hasGrant(role, 'users:manage'))
    throw new Forbidden('Your role does not permit this.');
}

/**
 * Only this shows the secret.
 * @throws {RuleBroken} for a scope that the owner's role lacks or only an admin gives, or without such an active user ·
 * {Forbidden} when only an admin may name the owner · {Conflict} at 50 tokens
 */
async function createToken(ctx: OwnerCtx, input: TokenInput): Promise<NewToken> {
  const { viewer, now } = ctx;
  const isAdmin = hasGrant(viewer.role, 'users:manage');
  const ownerId = input.user_id ?? viewer.id;
  expectOwnOrAdmin(viewer, ownerId);
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    // Locked, so that an account that is deactivated or deleted at this moment gets no token.
    const failHandler = () => RuleBroken.of('user_id', noSuchUserMessage);
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const owner = await tx.em.findOneOrFail(
      User,
      { id: ownerId, ...activeUserFilter },
      { failHandler, lockMode },
    );

    const foreign = input.scopes.find((scope) => !isScopeOfRole(owner.role, scope));
    if (foreign) throw RuleBroken.of('scopes', `The role of the account does not include ${foreign}`);
    const reserved = input.scopes.find((scope) => adminScopes.includes(scope));
    if (reserved && !isAdmin) throw RuleBroken.of('scopes', `Only an admin can give ${reserved}`);
    if ((await tx.em.count(ApiToken, { user: ownerId })) >= maxTokens) {
      throw new Conflict(`There are ${maxTokens} tokens already. Revoke one that is no longer used.`);
    }

    const secret = createApiToken();
    const lifeMs = lifeOf(input, now);
    const token = Object.assign(new ApiToken(), {
      user: owner,
      name: input.name,
      token_hash: hashSecret(secret),
      hint: secret.slice(-4),
      scopes: [...new Set(input.scopes)],
      per_minute: input.per_minute,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
      last_used_at: null,
      // Nobody needs a warning about a token that was made to last a few days.
      warned_at: lifeMs <= warnedBeforeMs ? now : null,
    });
    await insertRow(tx, ApiToken, token);

    // This also mails the owner.
    await recordSecurityEvent(tx, 'token_made', {
      details: {
        ...toDetails(token, owner),
        scopes: token.scopes,
        expires_at: token.expires_at.toISOString(),
      },
    });
    return { token: toView(token, owner), secret };
  });
}

/** In milliseconds. @throws {RuleBroken} for an end that has passed or is too far away */
function lifeOf({ expires_at, expires_in_days }: TokenInput, now: Date): number {
  if (!expires_at) return expires_in_days * dayMs;
  const lifeMs = expires_at.getTime() - now.getTime();
  if (lifeMs <= 0 || lifeMs > maxTokenDays * dayMs)
    throw RuleBroken.of('expires_at', `Expires at must be within ${maxTokenDays} days from now`);
  return lifeMs;
}

/**
 * On all instances at once, with its preview links.
 * @throws {NotFound}, also for a token of another user unless an admin calls
 */
export async function revokeToken(ctx: OwnerCtx, id: number): Promise<void> {
  const own = hasGrant(ctx.viewer.role, 'users:manage') ? { id } : { id, user: ctx.viewer.id };
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const token = await tx.em.findOne(ApiToken, own, { populate: ['user'] });
    const ended = token && (await endUserAccess(tx, token.user.id, 'token_revoked', { tokens: own }));
    if (!token || ended?.tokens === 0)
      throw new NotFound('There is no such token; perhaps it was revoked already.');
    await recordSecurityEvent(tx, 'token_revoked', { details: toDetails(token, token.user) });
  });
}

export async function sweepTokens({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(ApiToken, { expires_at: { $lt: new Date(now.getTime() - expiredKeptMs) } });
}

function toDetails(
  { id, name }: ApiToken,
  owner: Pick<User, 'id' | 'name' | 'email'>,
): Record<string, unknown> {
  return {
    of: owner.id,
    name: owner.name,
    email: owner.email,
    token: id,
    token_name: name,
  };
}

function toView(token: ApiToken, owner: Pick<User, 'id' | 'name'>): TokenView {
  return {
    id: token.id,
    user_id: owner.id,
    user_name: owner.name,
    name: token.name,
    hint: token.hint,
    scopes: token.scopes,
    per_minute: token.per_minute,
    created_at: token.created_at.toISOString(),
    expires_at: token.expires_at.toISOString(),
    last_used_at: token.last_used_at?.toISOString() ?? null,
  };
}

export const tokensRouter = router({
  list: signedInProcedure
    .meta(rest('GET', '/admin/tokens', 'List your API tokens, or as an admin those of others'))
    .input(TokensQuery)
    .output(z.object({ tokens: z.array(TokenView).describe('The tokens, the newest first') }))
    .query(async ({ ctx, input }) => ({ tokens: await listTokens(ctx, input) })),

  /** A repeated request creates another token: the answer is not stored, because it has the secret. */
  create: signedInProcedureWithStepUp
    .meta(rest('POST', '/admin/tokens', 'Create an API token', { status: 201 }))
    .input(TokenInput)
    .output(NewToken)
    .mutation(({ ctx, input }) => createToken(ctx, input)),

  revoke: signedInProcedure
    .meta(rest('DELETE', '/admin/tokens/{id}', 'Revoke an API token'))
    .input(ById)
    .output(Success)
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx, input.id);
      return { success: true as const };
    }),
});

interface Reader {
  name: string;
  site: Pick<SiteSettings, 'company' | 'texts' | 'formats'>;
  publicUrl: string;
}

export function tokenExpiryMail(
  token: { name: string; expires_at: Date },
  { name, site, publicUrl }: Reader,
): { subject: string; text: string } {
  const { company, formats } = site;
  const { subject, hello, tokenExpires } = site.texts.accountMails;
  const text = [
    hello(name),
    tokenExpires.text(token.name, formats.day(token.expires_at.toISOString())),
    tokenExpires.next(`${publicUrl}/admin/account`),
    company.name,
  ].join('\n\n');
  return { subject: subject(tokenExpires.subject, company.name), text };
}

const tokensAtOnce = 50;

interface WarnParts {
  database: Database;
  siteSettings: SiteSettingsSource;
  publicUrl: string;
}

/** At most one mail for each token. */
export async function queueExpiryMails(
  { database, siteSettings, publicUrl }: WarnParts,
  now: Date,
): Promise<void> {
  const warned = new Date(now.getTime() + warnedBeforeMs);
  const ending = await database
    .fork()
    .find(
      ApiToken,
      { warned_at: null, expires_at: { $gt: now, $lte: warned }, user: activeUserFilter },
      { populate: ['user'], orderBy: { id: 'asc' }, limit: tokensAtOnce },
    );
  if (ending.length === 0) return;
  const site = await siteSettings.current();
  for (const token of ending) {
    await database.fork().transactional(async (em) => {
      const tx = { em, now };
      // Another instance may have queued it.
      const open = { id: token.id, warned_at: null };
      if ((await em.nativeUpdate(ApiToken, open, { warned_at: now })) === 0) return;
      const { name, email, is_email_unconfirmed } = token.user;
      if (is_email_unconfirmed) return;
      const { subject, text } = tokenExpiryMail(token, { name, site, publicUrl });
      queueMail(tx, { address: email, subject, text });
    });
  }
}
