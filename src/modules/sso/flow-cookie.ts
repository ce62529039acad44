import { signatureLifetimes } from '../../security/secrets.ts';
import { type SignInFlow, TokenRefused } from '../../shared/identity-provider.ts';
import type { Context } from '../../trpc/context.ts';

const purpose = 'sso-flow';

/** How long a person may stay at the provider. */
export const flowMs = signatureLifetimes[purpose];

type FlowWork = Pick<Context, 'secrets' | 'now'>;

/** Signs the cookie, so that nobody can forge it. */
export async function sealFlow({ secrets, now }: FlowWork, flow: SignInFlow): Promise<string> {
  const until = now.getTime() + flowMs;
  const content = [flow.state, flow.nonce, flow.verifier, until].join('.');
  return `${content}.${await secrets.sign(purpose, content)}`;
}

/** @throws {TokenRefused} when the cookie is missing, forged or expired */
export async function openFlow({ secrets, now }: FlowWork, sealed = ''): Promise<SignInFlow> {
  const [state, nonce, verifier, until, seal, ...rest] = sealed.split('.');
  const content = [state, nonce, verifier, until].join('.');
  if (!state || !nonce || !verifier || !seal || rest.length > 0) {
    throw new TokenRefused('No sign-in was begun in this browser.');
  }
  if (!(await secrets.verify(purpose, content, seal)) || !(Number(until) > now.getTime())) {
    throw new TokenRefused('The sign-in was not begun here, or too long ago.');
  }
  return { state, nonce, verifier };
}
