import type { Work } from '../../database/work.ts';
import { addressGroup } from '../../limits/address.ts';
import { type Budget, budgetOf } from '../../limits/budget.ts';
import { takeOnce } from '../../limits/once.ts';
import { TokenRefused, type Vouched } from '../../shared/identity-provider.ts';
import type { Context } from '../../trpc/context.ts';
import { deviceMark } from '../auth/known-device.service.ts';

const minute = 60_000;
const ofAccount = { max: 5, windowMs: minute };
const ofAddress = { max: 20, windowMs: minute };

/** The name under which a browser is known from which somebody has signed in by the provider. */
export const ssoDevice = 'single sign-on';

type TryWork = Work & Pick<Context, 'limits' | 'secrets' | 'request'>;

/** What a token is counted in before it is known whose it is; as for passwords, a known browser has tries of its own. */
export async function tokenBudgets(work: TryWork): Promise<Budget[]> {
  const mark = await deviceMark(work, ssoDevice);
  if (mark) return [budgetOf('sso:device', mark, ofAccount)];
  return [budgetOf('sso:address', addressGroup(work.request.address), ofAddress)];
}

/** What somebody is counted in whom the provider knows, and who is refused here. */
export function personBudgets({ issuer, subject }: Vouched): Budget[] {
  return [budgetOf('sso:person', `${issuer} ${subject}`, ofAccount)];
}

/** Uses up what counts only once, whatever becomes of the sign-in. @throws {TokenRefused} when it was used before */
export async function spendOnce({ em, now }: TryWork, name: string, id: string, until: Date): Promise<void> {
  const forMs = Math.max(minute, until.getTime() - now.getTime());
  const isFirst = await takeOnce({ em: em.fork(), now }, `sso-${name}:${id}`, forMs);
  if (!isFirst) throw new TokenRefused(`The ${name} was used before.`);
}
