import { signatureLifetimes } from '../../security/secrets.ts';
import { type SignInFlow, TokenRefused } from '../../shared/identity-provider.ts';
import type { Context } from '../../trpc/context.ts';

const purpose = 'sso-flow';

/** The maximum time that a person may take at the provider. */
export const flowMs = signatureLifetimes[purpose];

type FlowCtx = Pick<Context, 'secrets' | 'now'>;

/**
 * Returns the value of the cookie that belongs to a sign-in at the provider. The value is signed, so nobody
 * can forge it.
 */
export async function sealFlow({ secrets, now }: FlowCtx, flow: SignInFlow): Promise<string> {
  const until = now.getTime() + flowMs;
  const session = flow.session === undefined ? [] : [flow.session];
  const content = [flow.state, flow.nonce, flow.verifier, until, ...session].join('.');
  return `${content}.${await secrets.sign(purpose, content)}`;
}

/**
 * Reads the value of the cookie that belongs to a sign-in at the provider.
 * @throws {TokenRefused} when the cookie is missing, forged or expired
 */
export async function openFlow({ secrets, now }: FlowCtx, sealed = ''): Promise<SignInFlow> {
  const parts = sealed.split('.');
  const seal = parts.pop();
  const [state, nonce, verifier, until, session, ...rest] = parts;
  if (!state || !nonce || !verifier || !until || !seal || rest.length > 0) {
    throw new TokenRefused('No sign-in was begun in this browser.');
  }
  if (!(await secrets.verify(purpose, parts.join('.'), seal)) || !(Number(until) > now.getTime())) {
    throw new TokenRefused('The sign-in was not begun here, or too long ago.');
  }
  return { state, nonce, verifier, ...(session !== undefined && { session: Number(session) }) };
}
