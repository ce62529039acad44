import { createHmac, randomBytes } from 'node:crypto';
import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { factorPlace } from '../../security/secrets.ts';
import { hashSecret, isSameSecret } from '../../security/random-secrets.ts';
import { RuleBroken, type SecondFactorMethod, secondFactorMethods } from '../../shared/errors.ts';
import type { SecurityEventType } from '../../shared/security-events.ts';
import type { Context, FindProofs } from '../../trpc/context.ts';
import { recordSecurityEvent } from '../security-log/security-event.ts';
import { SsoLink } from '../sso/sso-link.entity.ts';
import { type SignInAccount, findAccount } from './find-account.ts';
import type { SecondFactorSignIn } from './auth.schema.ts';
import { Factor, RecoveryCode } from './factor.entity.ts';
import { markWeakPassword } from './new-password.ts';
import { readSignedText, signText, recordPasskeyUse, verifyPasskey } from './passkeys.ts';
import { createSession, type SignInCtx, type SignInResult } from './sessions.ts';
import { buildDeviceCookie, codeBudgets, recordRefusedTry, reserveTry } from './sign-in-limits.ts';

// RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds.

const totpStepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function totpCodeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(19) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / totpStepMs);
}

/** Undefined for a wrong code. Clocks may differ by one step. */
export function findTotpStep(secret: Buffer, code: string, now: Date): number | undefined {
  const current = totpStep(now);
  return [current, current - 1, current + 1].find((step) => isSameSecret(totpCodeAt(secret, step), code));
}

/** RFC 4648, without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const recoveryCodes = 10;
/** 136 bits, 28 characters. Above 112 random bits a fast hash is enough. */
const recoveryBytes = 17;

type CodeCtx = Ctx & Pick<Context, 'secrets'>;

/** Undefined when the code is wrong or was used before. */
async function spendCode(
  tx: CodeCtx,
  userId: number,
  typed: string,
): Promise<'totp' | 'recovery' | undefined> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  return /^\d{6}$/.test(code) ? spendTotp(tx, userId, code) : spendRecoveryCode(tx, userId, code);
}

async function spendTotp({ em, now, secrets }: CodeCtx, userId: number, code: string) {
  const factors = await em.find(Factor, { user: userId, kind: 'totp', secret: { $ne: null } });
  for (const { id, secret, credential_id } of factors) {
    const seed = secrets.unseal(factorPlace({ user_id: userId, credential_id }), secret ?? '');
    const step = findTotpStep(Buffer.from(seed, 'base64url'), code, now);
    if (step === undefined) continue;
    const unused = { id, last_step: { $lt: step } };
    // Of two requests with one code, only one changes the row.
    if ((await em.nativeUpdate(Factor, unused, { last_step: step, last_used_at: now })) === 1) return 'totp';
  }
  return undefined;
}

async function spendRecoveryCode({ em, now }: CodeCtx, userId: number, code: string) {
  const unused = { user: userId, code_hash: hashSecret(code), used_at: null };
  return (await em.nativeUpdate(RecoveryCode, unused, { used_at: now })) === 1 ? 'recovery' : undefined;
}

/** In groups of four characters. Returned only once: the database has hashes. */
export async function makeRecoveryCodes({ em }: Ctx, userId: number): Promise<string[]> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  const codes = Array.from({ length: recoveryCodes }, () =>
    toBase32(randomBytes(recoveryBytes)).toLowerCase(),
  );
  await em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ user: userId, code_hash: hashSecret(code), used_at: null })),
  );
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

const stepMs = 5 * 60_000;
const enterCode = 'Enter the code from your authenticator app.';
const usePasskey = 'Use your passkey, or enter a recovery code.';
export const wrongCodeMessage = 'This code is wrong, has expired or was used before.';
const tooLate = 'This sign-in took too long. Please start again.';

export type FactorCtx = SignInCtx & Pick<Context, 'publicUrl'>;

/** Empty for an account without a second factor. */
export async function findMethods({ em }: Pick<Ctx, 'em'>, userId: number): Promise<SecondFactorMethod[]> {
  const factors = await em.find(Factor, { user: userId }, { fields: ['kind'] });
  if (factors.length === 0) return [];
  const codes = await em.count(RecoveryCode, { user: userId, used_at: null });
  return secondFactorMethods.filter((method) =>
    method === 'recovery' ? codes > 0 : factors.some(({ kind }) => kind === method),
  );
}

/** Has the methods and the challenge for `finishSignInWithFactor`. `first` begins the message. */
export async function createSecondFactorError(
  ctx: FactorCtx,
  user: Pick<SignInAccount, 'id' | 'password_hash'>,
  methods: SecondFactorMethod[],
  { isRemembered, isWeak, first = '' }: Omit<SignInStep, 'once'> & { first?: string },
): Promise<RuleBroken> {
  const message = first + (methods.includes('totp') ? enterCode : usePasskey);
  const challenge = await signText(ctx, 'second factor', [user.id, isRemembered ? 1 : 0, isWeak ? 1 : 0], {
    forMs: stepMs,
    bound: user.password_hash ?? '',
  });
  const more = { code: 'second_factor_required', methods, challenge } as const;
  return new RuleBroken({ one_time_code: [message] }, message, { more });
}

/** @throws {RuleBroken} when the challenge or the second factor is not valid · {TooManyTries} */
export async function finishSignInWithFactor(
  ctx: FactorCtx,
  input: SecondFactorSignIn,
): Promise<SignInResult> {
  const challenge = readSignedText(ctx, 'second factor', input.challenge);
  const [id, isRemembered, isWeak] = (challenge?.parts ?? []).map(Number);
  const user = id ? await findAccount(ctx.em, { id }) : undefined;
  // The signature covers the password hash, so a new password ends sign-ins that began with the old one.
  if (!challenge || !user || !(await challenge.isFor(user.password_hash ?? ''))) {
    const refusal = new RuleBroken({ challenge: [tooLate] }, tooLate);
    recordRefusedTry(ctx, refusal, 'challenge');
    throw refusal;
  }
  const step = { isRemembered: isRemembered === 1, isWeak: isWeak === 1, once: challenge.id };
  return checkSecondFactor(ctx, user, input, step);
}

export interface SignInStep {
  isRemembered: boolean;
  /** Correct, but too weak for a new password. */
  isWeak?: boolean;
  /** The id of the challenge, which is accepted once. Undefined when the code came with the password. */
  once?: string;
}

/** @throws {RuleBroken} when the second factor is missing or wrong · {TooManyTries} */
export async function checkSecondFactor(
  ctx: FactorCtx,
  user: SignInAccount,
  proof: Proof,
  { isRemembered, isWeak, once }: SignInStep,
): Promise<SignInResult> {
  const device = await buildDeviceCookie(ctx, user.email_key);
  const session = await consumeProof(ctx, user, proof, 'second_factor_refused', async (tx, known, by) => {
    if (once && !(await acquireKey(tx, `second-factor:${once}`, stepMs))) {
      throw new RuleBroken({ challenge: [tooLate] }, tooLate);
    }
    const made = await createSession(tx, known, isRemembered, 'sign_in', { by });
    if (isWeak) await markWeakPassword(tx, made.session);
    return made;
  });
  return { ...session, device };
}

type Proof = Pick<SecondFactorSignIn, 'one_time_code' | 'passkey'>;

/**
 * Uses up the code or passkey and calls `act` in one transaction. A wrong one is logged as `refusal`.
 * @throws {RuleBroken} when it is missing or wrong · {TooManyTries}
 */
export async function consumeProof<T, W extends FactorCtx>(
  ctx: W,
  user: SignInAccount,
  { one_time_code, passkey }: Proof,
  refusal: SecurityEventType,
  act: (tx: W, known: SignInAccount, by: SecondFactorMethod) => Promise<T>,
): Promise<T> {
  if (!passkey && !one_time_code) throw new RuleBroken({ one_time_code: [enterCode] }, enterCode);
  const claim = await reserveTry(ctx, await codeBudgets(ctx, user), user);
  const wrong = new RuleBroken(
    { [passkey ? 'passkey' : 'one_time_code']: [wrongCodeMessage] },
    wrongCodeMessage,
  );
  try {
    const verified = passkey && (await verifyPasskey(ctx, passkey));
    return await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const known = await findAccount(tx.em, { id: user.id, password_hash: user.password_hash });
      if (!known) throw wrong;
      const by = verified
        ? verified.factor.user.id === user.id && (await recordPasskeyUse(tx, verified)) && 'passkey'
        : await spendCode(tx, user.id, one_time_code ?? '');
      if (!by) throw wrong;
      await claim.release(tx);
      if (by === 'recovery') await recordSecurityEvent(tx, 'recovery_code_used', { user: known });
      return act(tx, known, by);
    });
  } catch (error) {
    if (error instanceof RuleBroken) await recordSecurityEvent(ctx, refusal, { user });
    throw error;
  }
}

/** How a user confirms their identity: by second factor, or by password, or by single sign-on. */
export const findProofs: FindProofs = async ({ em }, userId) => {
  const methods = await findMethods({ em }, userId);
  if (methods.length > 0) return methods;
  const user = await findAccount(em, { id: userId });
  return user?.password_hash ? ['password'] : ['sso'];
};

/** Whether single sign-on is the only way in. A password or passkey would outlast a block at the provider. */
export async function isManagedBySso({ em }: Pick<Ctx, 'em'>, userId: number): Promise<boolean> {
  return (await em.count(SsoLink, { user: userId, kind: 'came' })) > 0;
}
