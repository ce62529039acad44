import type { Ctx } from '../../database/ctx.ts';
import type { SelfTestFinding } from '../../shared/identity-provider.ts';
import type { Context } from '../../trpc/context.ts';

const notSet: SelfTestFinding = {
  step: 'Settings',
  verdict: 'note',
  words: 'Single sign-on is off. It is on when SSO_ISSUER is set.',
};

export async function checkProvider(
  { sso, now }: Pick<Ctx, 'now'> & Pick<Context, 'sso'>,
  token?: string,
): Promise<SelfTestFinding[]> {
  return sso ? sso.examine(now, token) : [notSet];
}
