import type { SignedInOperation } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Conflict, NotSignedIn, RuleBroken } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { type Account, findAccount } from './account.repository.ts';
import type { StepUp } from './factors.schema.ts';
import { type FactorWork, findProofs, spendProof } from './second-factor.service.ts';
import { Session } from './session.entity.ts';
import { expectOwnPassword } from './sign-in-limits.ts';

type StepUpWork = SignedInOperation & FactorWork & Pick<Context, 'stepUpMinutes'>;

const wrongPassword = 'This is not your password.';
const minute = 60_000;

/**
 * Returns until when sensitive acts need no other proof, or null when they never do.
 * @throws {RuleBroken} for a wrong proof, {Conflict} for somebody whom only the provider can ask, {TooManyTries}
 */
export async function stepUp(work: StepUpWork, input: StepUp): Promise<string | null> {
  const user = await findAccount(work.em, { id: work.viewer.id });
  if (!user) throw new NotSignedIn('Please sign in.');
  const methods = await findProofs(work, user.id);
  if (methods.includes('sso'))
    throw new Conflict('Sign in again by single sign-on to confirm that it is you.');
  if (methods.includes('password')) await proveByPassword(work, user, input.password);
  else await proveByFactor(work, user, input);
  const until = new Date(work.now.getTime() + work.stepUpMinutes * minute);
  return work.stepUpMinutes === 0 ? null : until.toISOString();
}

async function proveByPassword(work: StepUpWork, user: Account, password: string | undefined): Promise<void> {
  if (!password) throw RuleBroken.of('password', 'Password is required');
  await expectOwnPassword(work, user, password, new RuleBroken({ password: [wrongPassword] }, wrongPassword));
  await inTransaction({ ...work, em: work.em.fork() }, (inside) => renewProof(inside, 'password'));
}

function proveByFactor(work: StepUpWork, user: Account, input: StepUp): Promise<void> {
  return spendProof(work, user, input, 'confirmation_refused', (inside, _known, by) =>
    renewProof(inside, by),
  );
}

async function renewProof(inside: StepUpWork, by: string): Promise<void> {
  await inside.em.nativeUpdate(Session, { id: inside.viewer.session_id }, { proved_at: inside.now });
  await recordSecurityEvent(inside, 'confirmed', { details: { by } });
}
