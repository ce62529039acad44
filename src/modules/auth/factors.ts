import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { insertRow, inTransaction } from '../../database/transaction.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { factorPlace } from '../../security/secrets.ts';
import { createShortSecret } from '../../security/random-secrets.ts';
import { findTotpStep, isManagedBySso, makeRecoveryCodes, toBase32 } from './second-factor.ts';
import { Conflict, NotFound, RuleBroken } from '../../shared/errors.ts';
import type { Role } from '../../shared/roles.ts';
import type { FactorList, FactorView } from '../../shared/signed-in-views.ts';
import type { Context } from '../../trpc/context.ts';
import { recordSecurityEvent } from '../security-log/security-event.ts';
import { findOwnUser, type User } from '../users/user.ts';
import type { AddedFactor, NewPasskey, NewTotp, TotpSetup } from './auth.schema.ts';
import { Factor, RecoveryCode } from './factor.entity.ts';
import { createPasskeySetupOptions, readSignedText, signText, verifyNewPasskey } from './passkeys.ts';
import { describeDevice } from './sessions.ts';

const gone = 'This second factor has been removed already.';

type OwnFactorCtx = SignedInCtx &
  Pick<Context, 'secrets' | 'publicUrl' | 'request' | 'siteSettings' | 'secondFactorRoles'>;

export async function listFactors(
  { em, secondFactorRoles }: Pick<OwnFactorCtx, 'em' | 'secondFactorRoles'>,
  { id: userId, role }: { id: number; role: Role },
): Promise<FactorList> {
  const factors = await em.find(Factor, { user: userId }, { orderBy: { id: 'asc' } });
  return {
    factors: factors.map(toFactorView),
    recovery_codes_left: await em.count(RecoveryCode, { user: userId, used_at: null }),
    can_add: !(await isManagedBySso({ em }, userId)),
    is_required: secondFactorRoles.includes(role),
  };
}

function toFactorView({ id, kind, name, secret, created_at, last_used_at }: Factor): FactorView {
  const is_usable = kind === 'passkey' || secret !== null;
  const used = last_used_at?.toISOString() ?? null;
  return { id, kind, name, is_usable, created_at: created_at.toISOString(), last_used_at: used };
}

export async function renameFactor({ em, viewer }: OwnFactorCtx, id: number, name: string): Promise<void> {
  const renamed = await em.nativeUpdate(Factor, { id, user: viewer.id }, { name });
  if (renamed === 0) throw new NotFound(gone);
}

/** Recovery codes go with the last second factor. */
export async function removeFactor(ctx: OwnFactorCtx, id: number): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await findOwnUser(tx, LockMode.PESSIMISTIC_WRITE);
    const factor = await tx.em.findOne(Factor, { id, user: user.id });
    if (!factor) throw new NotFound(gone);
    await tx.em.nativeDelete(Factor, { id });
    const isLast = (await tx.em.count(Factor, { user: user.id })) === 0;
    if (isLast) await tx.em.nativeDelete(RecoveryCode, { user: user.id });
    const { kind, name } = factor;
    await recordSecurityEvent(tx, 'factor_removed', {
      details: { ...detailsOfPerson(user), kind, factor: name },
    });
  });
}

/** @throws {Conflict} when the caller has no second factor */
export async function replaceRecoveryCodes(ctx: OwnFactorCtx): Promise<string[]> {
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await findOwnUser(tx, LockMode.PESSIMISTIC_WRITE);
    if ((await tx.em.count(Factor, { user: user.id })) === 0) {
      throw new Conflict('Recovery codes come with a second factor. Set one up first.');
    }
    await recordSecurityEvent(tx, 'recovery_codes_made', { details: detailsOfPerson(user) });
    return makeRecoveryCodes(tx, user.id);
  });
}

/** Returns how many second factors were deleted. */
export async function deleteFactors({ em }: Pick<Ctx, 'em'>, userId: number): Promise<number> {
  await em.nativeDelete(RecoveryCode, { user: userId });
  return em.nativeDelete(Factor, { user: userId });
}

function detailsOfPerson({ id, name, email }: User): Record<string, unknown> {
  return { of: id, name, email };
}

const setupMs = 15 * 60_000;
const secretBytes = 20;
const maxFactors = 10;

/** Stores nothing: `addTotp` does, after the first code. */
export async function beginTotp(ctx: OwnFactorCtx): Promise<TotpSetup> {
  await expectMayAdd(ctx);
  const secret = randomBytes(secretBytes);
  const setup = await signText(ctx, 'authenticator app', [ctx.viewer.id, secret.toString('base64url')], {
    forMs: setupMs,
  });
  const { company } = await ctx.siteSettings.current();
  const label = [company.name, ctx.viewer.email].map(encodeURIComponent).join(':');
  const text = toBase32(secret);
  const query = `secret=${text}&issuer=${encodeURIComponent(company.name)}`;
  return {
    setup,
    secret: (text.match(/.{4}/g) ?? []).join(' '),
    address: `otpauth://totp/${label}?${query}`,
  };
}

/**
 * @throws {RuleBroken} when the code is wrong, or 15 minutes after `beginTotp` · {Conflict} when it is stored already
 */
export async function addTotp(ctx: OwnFactorCtx, { setup, one_time_code }: NewTotp): Promise<AddedFactor> {
  const signed = readSignedText(ctx, 'authenticator app', setup);
  const [id, text = ''] = signed?.parts ?? [];
  if (!signed || Number(id) !== ctx.viewer.id || !(await signed.isFor())) {
    throw RuleBroken.of('one_time_code', 'This took too long. Close this and begin again.');
  }
  const step = findTotpStep(Buffer.from(text, 'base64url'), one_time_code.replace(/\s/g, ''), ctx.now);
  if (step === undefined) {
    throw RuleBroken.of(
      'one_time_code',
      'This code is wrong. Enter the one that the app shows now, and check that its clock is right.',
    );
  }
  return addFactor(ctx, async (tx) => {
    if (!(await acquireKey(tx, `authenticator:${signed.id}`, setupMs))) {
      throw new Conflict('This authenticator app is set up already.');
    }
    const credential_id = createShortSecret();
    const place = factorPlace({ user_id: ctx.viewer.id, credential_id });
    const secret = await ctx.secrets.seal(tx, place, text);
    return { kind: 'totp', name: 'Authenticator app', credential_id, secret, last_step: step };
  });
}

export async function beginPasskey(ctx: OwnFactorCtx) {
  await expectMayAdd(ctx);
  return createPasskeySetupOptions(ctx, ctx.viewer, (await ctx.siteSettings.current()).company.name);
}

/** @throws {RuleBroken} when the answer is not accepted · {Conflict} when the passkey is stored already */
export async function addPasskey(ctx: OwnFactorCtx, input: NewPasskey): Promise<AddedFactor> {
  const passkey = await verifyNewPasskey(ctx, ctx.viewer.id, input);
  return addFactor(ctx, async (tx) => {
    if ((await tx.em.count(Factor, { credential_id: passkey.credential_id })) > 0) {
      throw new Conflict('This passkey is set up already.');
    }
    return { kind: 'passkey', name: describeDevice(ctx.request.userAgent), ...passkey };
  });
}

type NewFactor = Pick<Factor, 'kind' | 'name' | 'credential_id'> & Partial<Factor>;

/** The first second factor comes with recovery codes. */
async function addFactor(
  ctx: OwnFactorCtx,
  make: (tx: OwnFactorCtx) => Promise<NewFactor>,
): Promise<AddedFactor> {
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await findOwnUser(tx, LockMode.PESSIMISTIC_WRITE);
    await expectMayAdd(tx);
    const factor = Object.assign(new Factor(), {
      user,
      secret: null,
      public_key: null,
      counter: 0,
      transports: [],
      last_step: 0,
      created_at: ctx.now,
      last_used_at: null,
      ...(await make(tx)),
    });
    await insertRow(tx, Factor, factor);
    const isFirst = (await tx.em.count(Factor, { user: user.id })) === 1;
    const { id, kind, name } = factor;
    await recordSecurityEvent(tx, 'factor_added', {
      details: { ...detailsOfPerson(user), kind, factor: name },
    });
    return {
      factor: { ...toFactorView(factor), id },
      recovery_codes: isFirst ? await makeRecoveryCodes(tx, user.id) : null,
    };
  });
}

async function expectMayAdd({ em, viewer }: OwnFactorCtx): Promise<void> {
  if (await isManagedBySso({ em }, viewer.id)) {
    throw new Conflict('You sign in by single sign-on, so your second factor is set up at the provider.');
  }
  if ((await em.count(Factor, { user: viewer.id })) >= maxFactors) {
    throw new Conflict(`You have ${maxFactors} second factors already. Remove one that you no longer use.`);
  }
}
