import { randomBytes } from 'node:crypto';
import { insertRow } from '../../database/insert-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { factorPlace } from '../../security/secrets.ts';
import { createShortSecret } from '../../security/tokens.ts';
import { findTotpStep, toBase32 } from '../../security/totp.ts';
import { Conflict, RuleBroken } from '../../shared/errors.ts';
import { recordSecurityEvent } from '../security-log/record-event.service.ts';
import { deviceInWords } from './device-name.ts';
import { Factor } from './factor.entity.ts';
import type { AddedFactor, NewPasskey, NewTotp, TotpSetup } from './factors.schema.ts';
import { makeRecoveryCodes } from './one-time-code.ts';
import { createPasskeySetupOptions, verifyNewPasskey } from './passkeys.ts';
import { isManaged } from './second-factor.service.ts';
import { readSigned, signText } from './signed-text.ts';
import { detailsOfPerson, lockSelf, type OwnFactorCtx, toFactorView } from './factors.service.ts';

const setupMs = 15 * 60_000;
const secretBytes = 20;
const maxFactors = 10;

/**
 * Returns a secret for a new authenticator app. Stores nothing, because `addTotp` stores the app after its
 * first code.
 * @throws {Conflict} when the person cannot add a second factor
 */
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
 * Stores an authenticator app after its first code.
 * @throws {RuleBroken} when the code is wrong or more than 15 minutes have passed since `beginTotp` ·
 * {Conflict} when the app is already stored or the person cannot add a second factor
 */
export async function addTotp(ctx: OwnFactorCtx, { setup, one_time_code }: NewTotp): Promise<AddedFactor> {
  const signed = readSigned(ctx, 'authenticator app', setup);
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

/**
 * Stores a passkey under the name of the device.
 * @throws {RuleBroken} when the answer of the passkey is not accepted · {Conflict} when the passkey is
 * already stored or the person cannot add a second factor
 */
export async function addPasskey(ctx: OwnFactorCtx, input: NewPasskey): Promise<AddedFactor> {
  const passkey = await verifyNewPasskey(ctx, ctx.viewer.id, input);
  return addFactor(ctx, async (tx) => {
    if ((await tx.em.count(Factor, { credential_id: passkey.credential_id })) > 0) {
      throw new Conflict('This passkey is set up already.');
    }
    return { kind: 'passkey', name: deviceInWords(ctx.request.userAgent), ...passkey };
  });
}

type NewFactor = Pick<Factor, 'kind' | 'name' | 'credential_id'> & Partial<Factor>;

/**
 * Stores a second factor of the signed-in person. Also creates recovery codes if it is the person's first
 * second factor.
 */
async function addFactor(
  ctx: OwnFactorCtx,
  make: (tx: OwnFactorCtx) => Promise<NewFactor>,
): Promise<AddedFactor> {
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const user = await lockSelf(tx);
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

/** @throws {Conflict} when the person signs in by single sign-on, or already has 10 second factors */
async function expectMayAdd({ em, viewer }: OwnFactorCtx): Promise<void> {
  if (await isManaged({ em }, viewer.id)) {
    throw new Conflict('You sign in by single sign-on, so your second factor is set up at the provider.');
  }
  if ((await em.count(Factor, { user: viewer.id })) >= maxFactors) {
    throw new Conflict(`You have ${maxFactors} second factors already. Remove one that you no longer use.`);
  }
}
