import type { Ctx } from '../../database/ctx.ts';
import type { Finding } from '../../shared/identity-provider.ts';
import type { Context } from '../../trpc/context.ts';

const notSet: Finding = {
  step: 'Settings',
  verdict: 'note',
  words: 'Single sign-on is off. It is on when SSO_ISSUER is set.',
};

export async function checkProvider(
  { sso, now }: Pick<Ctx, 'now'> & Pick<Context, 'sso'>,
  token?: string,
): Promise<Finding[]> {
  return sso ? sso.examine(now, token) : [notSet];
}
