import type { Ctx } from '../../database/ctx.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import { createShortSecret } from '../../security/tokens.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { passkeyHost } from '../../shared/account-fields.ts';
import type { Context } from '../../trpc/context.ts';
import type { NewPasskey, PasskeyAnswer } from './auth.schema.ts';
import { Factor } from './factor.entity.ts';

type SignedCtx = Pick<Context, 'secrets' | 'now'>;

const purpose = 'sign-in';

interface SignedText {
  /** A random id. Callers can store the id to accept each text only once. */
  id: string;
  parts: string[];
  until: Date;
  /**
   * Returns whether the signature is valid. `bound` is a value that was signed with the text but is not part
   * of the text, such as a password hash.
   */
  isFor(bound?: string): Promise<boolean>;
}

/**
 * Returns a signed text that contains `parts`. A client can keep the text but cannot forge such a text. The
 * text is accepted for `forMs` milliseconds.
 */
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
 * Reads a text of `signText` without a check of its signature. Call `isFor` before you use anything in the
 * text. Returns undefined when the text has expired.
 */
export function readSigned({ secrets, now }: SignedCtx, kind: string, text: string): SignedText | undefined {
  const all = text.split('.');
  const signature = all.pop() ?? '';
  const [id = '', until, ...parts] = all;
  const content = all.join('.');
  if (!(Number(until) > now.getTime())) return undefined;
  return {
    id,
    parts,
    until: new Date(Number(until)),
    isFor: (bound = '') => secrets.verify(purpose, `${kind} ${content} ${bound}`, signature),
  };
}

/**
 * The algorithms EdDSA, ES256 and RS256. The library's default also contains an algorithm for which Node
 * prints a warning about an experimental feature.
 */
const supportedAlgorithmIDs = [-8, -7, -257];
const forMs = 5 * 60_000;
/** The largest counter that is stored. Larger counters are possible, but no authenticator reaches them. */
const maxCounter = 2 ** 31 - 1;
const notAccepted = 'This passkey was not accepted. Please try again.';

type PasskeyCtx = Ctx & Pick<Context, 'secrets' | 'publicUrl'>;

// Loads the library on demand, because it needs 28 MB and many installations use no passkeys.
const library = () => import('@simplewebauthn/server');

function placeOf({ publicUrl }: Pick<Context, 'publicUrl'>) {
  const rpID = passkeyHost(publicUrl);
  if (!rpID) throw new NotFound('Passkeys need an address with a host name and https.');
  return { rpID, origin: new URL(publicUrl).origin };
}

/**
 * Returns the options with which a browser requests a passkey for a sign-in. The challenge is a signed text,
 * so the server stores nothing for people who only open the sign-in page.
 */
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

/**
 * Checks the answer of a passkey. Does not use up the answer, because `spendPasskey` does so in the
 * transaction of the caller.
 * @throws {RuleBroken} when the passkey is unknown or the answer is wrong
 */
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
      return { factor, counter: cut(authenticationInfo.newCounter), challenge: challenge.found() };
  } catch (cause) {
    throw new RuleBroken({ passkey: [notAccepted] }, notAccepted, { cause });
  }
  throw RuleBroken.of('passkey', notAccepted);
}

/**
 * Uses up the answer of a passkey. Returns false when the answer was used before, or when the counter of the
 * passkey has changed since `verifyPasskey`.
 */
export async function spendPasskey(
  tx: Ctx,
  { factor, counter, challenge }: VerifiedPasskey,
): Promise<boolean> {
  if (!(await acquireKey(tx, `passkey:${challenge.id}`, forMs))) return false;
  const known = { id: factor.id, counter: factor.counter };
  return (await tx.em.nativeUpdate(Factor, known, { counter, last_used_at: tx.now })) === 1;
}

/**
 * Checks the answer of a new passkey. Returns the columns that describe the passkey.
 * @throws {RuleBroken} when the answer is wrong
 */
export async function verifyNewPasskey(ctx: PasskeyCtx, userId: number, { passkey }: NewPasskey) {
  const { rpID, origin } = placeOf(ctx);
  const { verifyRegistrationResponse } = await library();
  const challenge = challengeOf(ctx, `add ${userId}`);
  const result = await verifyRegistrationResponse({
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
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
      signed = readSigned(ctx, `passkey ${act}`, Buffer.from(encoded, 'base64url').toString());
      return (await signed?.isFor()) === true;
    },
    found: () => signed!,
  };
}

function cut(counter: number): number {
  return Math.min(counter, maxCounter);
}
