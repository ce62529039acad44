import type { OperationContext } from '../../database/operation.ts';
import { acquireKey } from '../../idempotency/used-keys.ts';
import { createShortSecret, isSameSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

const purpose = 'visitor form';
const lifetimeMs = 24 * 60 * 60_000;
const leastMs = 2000;

type TokenWork = Pick<OperationContext, 'now'> & Pick<Context, 'secrets'>;

/** Makes the token of a form that is shown now: when that was, a random part, and our signature of both. */
export async function makeFormToken({ now, secrets }: TokenWork) {
  const facts = `${now.getTime()}.${createShortSecret()}`;
  const expires_at = new Date(now.getTime() + lifetimeMs).toISOString();
  return { token: `${facts}.${await secrets.sign(purpose, facts)}`, expires_at };
}

/** What a token says of the post that it came with. */
export interface TokenVerdict {
  /** Why it speaks for spam; absent when it does not, or when there is none. */
  reason?: string;
  /** What may be used once; absent when it is not worth asking. */
  key?: string;
}

/** Reads a form's token; it is used up by `wasTokenUsed`. */
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

/** Uses a token up, in the transaction of `inside`; true when it was used before. */
export async function wasTokenUsed(
  inside: Pick<OperationContext, 'em' | 'now'>,
  { key }: TokenVerdict,
): Promise<boolean> {
  return key !== undefined && !(await acquireKey(inside, key, lifetimeMs));
}
