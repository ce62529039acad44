import type { Work } from '../../database/work.ts';
import { addressBudgets, type Budget, budgetOf } from '../../limits/budget.ts';
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
  return addressBudgets('sso:address', work.request.address, ofAddress);
}

/** What somebody is counted in whom the provider knows, and who is refused here. */
export function personBudgets({ issuer, subject }: Vouched): Budget[] {
  return [budgetOf('sso:person', `${issuer} ${subject}`, ofAccount)];
}

/** Uses up what signs in only once, with the transaction of `inside`. @throws {TokenRefused} when it was used before */
export async function spend(
  inside: Pick<Work, 'em' | 'now'>,
  name: string,
  { id, until }: NonNullable<Vouched['token']>,
): Promise<void> {
  const forMs = Math.max(minute, until.getTime() - inside.now.getTime());
  const isFirst = await takeOnce(inside, `sso-${name}:${id}`, forMs);
  if (!isFirst) throw new TokenRefused(`The ${name} was used before.`);
}
