import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Conflict, NotSignedIn, RuleBroken } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { type Account, findAccount } from './account.repository.ts';
import type { StepUp } from './factors.schema.ts';
import { type FactorCtx, findProofs, spendProof } from './second-factor.service.ts';
import { Session } from './session.entity.ts';
import { expectOwnPassword } from './sign-in-limits.ts';

type StepUpCtx = SignedInCtx & FactorCtx & Pick<Context, 'stepUpMinutes'>;

const wrongPassword = 'This is not your password.';
const minute = 60_000;

/**
 * Checks a proof of identity. Returns the time until which sensitive calls need no further proof. Returns null when
 * sensitive calls never need a proof.
 * @throws {RuleBroken} when the proof is missing or wrong · {Conflict} when the person can confirm only by single
 * sign-on · {TooManyTries}
 */
export async function stepUp(ctx: StepUpCtx, input: StepUp): Promise<string | null> {
  const user = await findAccount(ctx.em, { id: ctx.viewer.id });
  if (!user) throw new NotSignedIn('Please sign in.');
  const methods = await findProofs(ctx, user.id);
  if (methods.includes('sso'))
    throw new Conflict('Sign in again by single sign-on to confirm that it is you.');
  if (methods.includes('password')) await proveByPassword(ctx, user, input.password);
  else await proveByFactor(ctx, user, input);
  const until = new Date(ctx.now.getTime() + ctx.stepUpMinutes * minute);
  return ctx.stepUpMinutes === 0 ? null : until.toISOString();
}

async function proveByPassword(ctx: StepUpCtx, user: Account, password: string | undefined): Promise<void> {
  if (!password) throw RuleBroken.of('password', 'Password is required');
  await expectOwnPassword(ctx, user, password, new RuleBroken({ password: [wrongPassword] }, wrongPassword));
  await inTransaction({ ...ctx, em: ctx.em.fork() }, (tx) => renewProof(tx, 'password'));
}

function proveByFactor(ctx: StepUpCtx, user: Account, input: StepUp): Promise<void> {
  return spendProof(ctx, user, input, 'confirmation_refused', (tx, _known, by) => renewProof(tx, by));
}

async function renewProof(tx: StepUpCtx, by: string): Promise<void> {
  await tx.em.nativeUpdate(Session, { id: tx.viewer.session_id }, { proved_at: tx.now });
  await recordSecurityEvent(tx, 'confirmed', { details: { by } });
}
