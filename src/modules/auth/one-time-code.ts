import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../database/ctx.ts';
import { factorPlace } from '../../security/secrets.ts';
import { hashSecret } from '../../security/tokens.ts';
import { findTotpStep, toBase32 } from '../../security/totp.ts';
import type { Context } from '../../trpc/context.ts';
import { Factor } from './factor.entity.ts';
import { RecoveryCode } from './recovery-code.entity.ts';

const recoveryCodes = 10;
/**
 * The number of random bytes of a recovery code: 136 bits, which become 28 characters. If a secret has more than 112
 * random bits, a fast hash is enough.
 */
const recoveryBytes = 17;

type CodeCtx = Ctx & Pick<Context, 'secrets'>;

/**
 * Uses up a one-time code of a user and returns the kind of the code. Returns undefined when the code is
 * wrong or was used before.
 */
export async function spendCode(
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
    const opened = secrets.unseal(factorPlace({ user_id: userId, credential_id }), secret ?? '');
    const step = findTotpStep(Buffer.from(opened, 'base64url'), code, now);
    if (step === undefined) continue;
    const unused = { id, last_step: { $lt: step } };
    // If two requests send the same code, only one of them changes the row.
    if ((await em.nativeUpdate(Factor, unused, { last_step: step, last_used_at: now })) === 1) return 'totp';
  }
  return undefined;
}

async function spendRecoveryCode({ em, now }: CodeCtx, userId: number, code: string) {
  const unused = { user: userId, code_hash: hashSecret(code), used_at: null };
  return (await em.nativeUpdate(RecoveryCode, unused, { used_at: now })) === 1 ? 'recovery' : undefined;
}

/**
 * Replaces the recovery codes of a user. Returns the new codes in groups of four characters. The codes cannot
 * be shown again, because the database stores only hashes.
 */
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
