import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type Account, findAccount } from './account.repository.ts';
import type { PasskeySignIn } from './factors.schema.ts';
import { buildDeviceCookie } from './known-device.service.ts';
import { spendPasskey, verifyPasskey } from './passkeys.ts';
import { passkeyBudgets, recordRefusedTry } from './sign-in-limits.ts';
import { createSession, type SignInResult } from './signed-in.service.ts';
import { type FactorCtx, isManaged, wrongCode } from './second-factor.service.ts';

/**
 * Signs in with a passkey alone. A passkey counts as two factors, because its device also checks a PIN or a
 * fingerprint.
 * @throws {RuleBroken} when the passkey is unknown or not accepted · {TooManyTries}
 */
export async function signInByPasskey(ctx: FactorCtx, input: PasskeySignIn): Promise<SignInResult> {
  try {
    return await admitByPasskey(ctx, input);
  } catch (error) {
    recordRefusedTry(ctx, error, 'passkey');
    throw error;
  }
}

async function admitByPasskey(ctx: FactorCtx, { passkey, remember }: PasskeySignIn): Promise<SignInResult> {
  const claim = await ctx.limits.take(passkeyBudgets(ctx), ctx.now);
  const verified = await verifyPasskey(ctx, passkey);
  const owner = verified.factor.user;
  const device = await buildDeviceCookie(ctx, (await expectAccount(ctx, owner.id)).email_key);
  const session = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await expectAccount(tx, owner.id);
    if (!(await spendPasskey(tx, verified))) return undefined;
    await claim.release(tx);
    return createSession(tx, user, remember, 'sign_in', { by: 'passkey' });
  });
  if (session) return { ...session, device };
  throw RuleBroken.of('passkey', wrongCode);
}

/**
 * Returns the account that a passkey belongs to.
 * @throws {RuleBroken} when the account is deactivated or deleted, or can sign in only by single sign-on
 */
async function expectAccount({ em }: Ctx, id: number): Promise<Account> {
  const user = await findAccount(em, { id });
  if (!user || (await isManaged({ em }, id)))
    throw RuleBroken.of('passkey', 'This passkey is not known here.');
  return user;
}
