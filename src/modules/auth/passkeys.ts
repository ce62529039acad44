import type { Ctx } from '../../database/ctx.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { createShortSecret } from '../../security/random-secrets.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { passkeyHost } from '../../shared/account-fields.ts';
import type { Context } from '../../trpc/context.ts';
import type { NewPasskey, PasskeyAnswer } from './auth.schema.ts';
import { Factor } from './factor.entity.ts';

type SignedCtx = Pick<Context, 'secrets' | 'now'>;

const purpose = 'sign-in';

interface SignedText {
  /** Random. Store it to accept the text only once. */
  id: string;
  parts: string[];
  expiresAt: Date;
  /** Whether the signature is valid. `bound` was signed with the text but is no part of it, such as a password hash. */
  isFor(bound?: string): Promise<boolean>;
}

/** A text that a client can keep but not forge, accepted for `forMs` milliseconds. */
export async function signText(
  { secrets, now }: SignedCtx,
  kind: string,
  parts: (string | number)[],
  { forMs, bound = '' }: { forMs: number; bound?: string },
): Promise<string> {
  const content = [createShortSecret(), now.getTime() + forMs, ...parts].join('.');
  return `${content}.${await secrets.sign(purpose, `${kind} ${content} ${bound}`)}`;
}

/**
 * Does not check the signature: call `isFor` before you use anything of the text. Undefined once the text has expired.
 */
export function readSignedText(
  { secrets, now }: SignedCtx,
  kind: string,
  text: string,
): SignedText | undefined {
  const all = text.split('.');
  const signature = all.pop() ?? '';
  const [id = '', expiry, ...parts] = all;
  const content = all.join('.');
  if (!(Number(expiry) > now.getTime())) return undefined;
  return {
    id,
    parts,
    expiresAt: new Date(Number(expiry)),
    isFor: (bound = '') => secrets.verify(purpose, `${kind} ${content} ${bound}`, signature),
  };
}

/** EdDSA, ES256 and RS256. The library's default has one more, for which Node warns of an experimental feature. */
const supportedAlgorithmIDs = [-8, -7, -257];
const forMs = 5 * 60_000;
/** What the column holds. No authenticator counts that far. */
const maxCounter = 2 ** 31 - 1;
const notAccepted = 'This passkey was not accepted. Please try again.';

type PasskeyCtx = Ctx & Pick<Context, 'secrets' | 'publicUrl'>;

// Loaded on demand: it takes 28 MB, and many sites use no passkeys.
const library = () => import('@simplewebauthn/server');

function placeOf({ publicUrl }: Pick<Context, 'publicUrl'>) {
  const rpID = passkeyHost(publicUrl);
  if (!rpID) throw new NotFound('Passkeys need an address with a host name and https.');
  return { rpID, origin: new URL(publicUrl).origin };
}

/** The challenge is a signed text, so opening the sign-in page stores nothing. */
export async function createPasskeySignInOptions(ctx: PasskeyCtx) {
  const { rpID } = placeOf(ctx);
  const { generateAuthenticationOptions } = await library();
  const challenge = await signText(ctx, 'passkey sign-in', [], { forMs });
  return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required', timeout: forMs });
}

export async function createPasskeySetupOptions(
  ctx: PasskeyCtx,
  user: { id: number; email: string; name: string },
  company: string,
) {
  const { rpID } = placeOf(ctx);
  const { generateRegistrationOptions } = await library();
  const known = await ctx.em.find(Factor, { user: user.id, kind: 'passkey' });
  return generateRegistrationOptions({
    rpID,
    rpName: company,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(String(user.id)),
    challenge: await signText(ctx, `passkey add ${user.id}`, [], { forMs }),
    timeout: forMs,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  });
}

interface VerifiedPasskey {
  factor: Factor;
  counter: number;
  challenge: SignedText;
}

/** Leaves the answer usable: `recordPasskeyUse` uses it up in the caller's transaction. @throws {RuleBroken} */
export async function verifyPasskey(ctx: PasskeyCtx, answer: PasskeyAnswer): Promise<VerifiedPasskey> {
  const { rpID, origin } = placeOf(ctx);
  const factor = await ctx.em
    .fork()
    .findOne(Factor, { credential_id: answer.id, kind: 'passkey' }, { populate: ['user'] });
  if (!factor?.public_key) throw RuleBroken.of('passkey', 'This passkey is not known here.');
  const { verifyAuthenticationResponse } = await library();
  const { id, counter } = { id: factor.credential_id, counter: factor.counter };
  const publicKey = new Uint8Array(Buffer.from(factor.public_key, 'base64url'));
  const challenge = challengeOf(ctx, 'sign-in');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge.isOurs,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: { id, publicKey, counter },
    });
    if (verified)
      return { factor, counter: cut(authenticationInfo.newCounter), challenge: challenge.signed() };
  } catch (cause) {
    throw new RuleBroken({ passkey: [notAccepted] }, notAccepted, { cause });
  }
  throw RuleBroken.of('passkey', notAccepted);
}

/** False when the answer was used before, or the counter has changed since `verifyPasskey`. */
export async function recordPasskeyUse(
  tx: Ctx,
  { factor, counter, challenge }: VerifiedPasskey,
): Promise<boolean> {
  if (!(await acquireKey(tx, `passkey:${challenge.id}`, forMs))) return false;
  const known = { id: factor.id, counter: factor.counter };
  return (await tx.em.nativeUpdate(Factor, known, { counter, last_used_at: tx.now })) === 1;
}

/** Returns the columns of the passkey. @throws {RuleBroken} */
export async function verifyNewPasskey(ctx: PasskeyCtx, userId: number, { passkey }: NewPasskey) {
  const { rpID, origin } = placeOf(ctx);
  const { verifyRegistrationResponse } = await library();
  const challenge = challengeOf(ctx, `add ${userId}`);
  const result = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: challenge.isOurs,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => {
    throw new RuleBroken({ passkey: [notAccepted] }, notAccepted, { cause });
  });
  if (!result.verified) throw RuleBroken.of('passkey', notAccepted);
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter: cut(counter),
    transports: passkey.response.transports ?? [],
  };
}

function challengeOf(ctx: PasskeyCtx, act: 'sign-in' | `add ${number}`) {
  let signed: SignedText | undefined;
  return {
    isOurs: async (encoded: string) => {
      signed = readSignedText(ctx, `passkey ${act}`, Buffer.from(encoded, 'base64url').toString());
      return (await signed?.isFor()) === true;
    },
    signed: () => signed!,
  };
}

function cut(counter: number): number {
  return Math.min(counter, maxCounter);
}
