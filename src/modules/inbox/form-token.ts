import type { Ctx } from '../../database/ctx.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { signatureLifetimes } from '../../security/secrets.ts';
import { createShortSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

const purpose = 'visitor form';
const lifetimeMs = signatureLifetimes[purpose];
const leastMs = 2000;

type TokenCtx = Pick<Ctx, 'now'> & Pick<Context, 'secrets'>;

/**
 * Creates a token for a visitor's form. It contains the current time, a random part, and a signature of these
 * two parts.
 */
export async function makeFormToken({ now, secrets }: TokenCtx) {
  const facts = `${now.getTime()}.${createShortSecret()}`;
  const expires_at = new Date(now.getTime() + lifetimeMs).toISOString();
  return { token: `${facts}.${await secrets.sign(purpose, facts)}`, expires_at };
}

export interface TokenVerdict {
  /**
   * The reason why the token indicates spam. Undefined when the token does not indicate spam, or when no
   * token was sent.
   */
  reason?: string;
  /** The id of a valid token. Undefined when the token is missing, forged or expired. */
  key?: string;
}

/** Checks a token without marking it as used. See `markTokenUsed`. */
export async function readFormToken({ now, secrets }: TokenCtx, token: string): Promise<TokenVerdict> {
  if (!token) return {};
  const [, facts = '', issued = '', signature = ''] =
    /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(token) ?? [];
  const isOurs = facts !== '' && (await secrets.verify(purpose, facts, signature));
  if (!isOurs) return { reason: 'The form token is not one of ours.' };
  const age = now.getTime() - Number(issued);
  if (age > lifetimeMs) return { reason: 'The form token has expired.' };
  const key = `form-token:${facts}`;
  return age < leastMs ? { key, reason: 'The form was filled in within two seconds.' } : { key };
}

/** Marks a valid token as used. Returns whether it was used before. Returns false if there is no valid token. */
export async function markTokenUsed(tx: Pick<Ctx, 'em' | 'now'>, { key }: TokenVerdict): Promise<boolean> {
  return key !== undefined && !(await acquireKey(tx, key, lifetimeMs));
}
