import type { OperationContext } from '../../database/operation.ts';
import { acquireKey } from '../../idempotency/used-keys.ts';
import { createShortSecret, isSameSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

const purpose = 'visitor form';
const lifetimeMs = 24 * 60 * 60_000;
const leastMs = 2000;

type TokenWork = Pick<OperationContext, 'now'> & Pick<Context, 'secrets'>;

/** Creates a token for a form that is shown now. It contains the time, a random part, and a signature of both. */
export async function makeFormToken({ now, secrets }: TokenWork) {
  const facts = `${now.getTime()}.${createShortSecret()}`;
  const expires_at = new Date(now.getTime() + lifetimeMs).toISOString();
  return { token: `${facts}.${await secrets.sign(purpose, facts)}`, expires_at };
}

/** The result of checking a form token. */
export interface TokenVerdict {
  /** Why the token indicates spam. Absent if it does not, or if no token was sent. */
  reason?: string;
  /** The key by which a used token is remembered. Absent if the token is missing, forged or expired. */
  key?: string;
}

/** Checks a form token. Does not mark it as used; `wasTokenUsed` does. */
export async function readFormToken({ now, secrets }: TokenWork, token: string): Promise<TokenVerdict> {
  if (!token) return {};
  const [, facts = '', issued = '', signature = ''] =
    /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(token) ?? [];
  const isOurs = facts !== '' && isSameSecret(signature, await secrets.sign(purpose, facts));
  if (!isOurs) return { reason: 'The form token is not one of ours.' };
  const age = now.getTime() - Number(issued);
  if (age > lifetimeMs) return { reason: 'The form token has expired.' };
  const key = `form-token:${facts}`;
  return age < leastMs ? { key, reason: 'The form was filled in within two seconds.' } : { key };
}

/** Marks a token as used, in the transaction of `inside`. Returns whether it had been used before. */
export async function wasTokenUsed(
  inside: Pick<OperationContext, 'em' | 'now'>,
  { key }: TokenVerdict,
): Promise<boolean> {
  return key !== undefined && !(await acquireKey(inside, key, lifetimeMs));
}
