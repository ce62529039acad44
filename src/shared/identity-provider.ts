import type { Role } from './roles.ts';

export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider has verified the email address. Undefined when the provider does not say. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  /** The value of the roles claim, unchecked. Undefined when the provider does not send a roles claim. */
  roles: unknown;
  token: { id: string; expiresAt: Date } | undefined;
  /** The id of the session at the provider. */
  sid: string | undefined;
  /** Whether the provider has announced that it will send a logout token when its session ends. */
  announcesLogout: boolean;
}

/** The content of a logout token, which ends one session at the provider or all sessions of a person. */
export interface VerifiedLogout {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
  token: { id: string; expiresAt: Date };
}

export interface SignInFlow {
  state: string;
  nonce: string;
  /** The code verifier of PKCE, which remains secret until the flow is finished. */
  verifier: string;
  /** The id of the session whose owner must confirm their identity. Absent for a sign-in. */
  session?: number;
}

/**
 * The result of one step of the self-test, for an admin. `note` means that the setting works but has a
 * consequence that the admin should know.
 */
export interface SelfTestFinding {
  step: string;
  verdict: 'fine' | 'note' | 'wrong';
  words: string;
}

export interface SsoPageSettings {
  client_id: string;
  /** The script of the provider's own sign-in button. Null when a button of this site starts the flow. */
  script: { url: string; global: string } | null;
}

/** Signs people in through single sign-on. Every call except `examine` succeeds or fails within 5 seconds. */
export interface IdentityProvider {
  page: SsoPageSettings;
  pageSources: string[];
  /**
   * Verifies a token that the provider has issued, and returns the identity of its owner.
   *
   * @throws {TokenRefused} · {ProviderFailed}
   */
  verify(token: string, now: Date): Promise<VerifiedIdentity>;
  /**
   * Verifies a logout token, and returns which sessions end.
   *
   * @throws {TokenRefused} · {ProviderFailed}
   */
  verifyLogout(token: string, now: Date): Promise<VerifiedLogout>;
  /**
   * Starts the authorization-code flow. The caller sends the browser to `address`. If `session` is given, the provider
   * must ask the person to sign in again.
   *
   * @throws {ProviderFailed}
   */
  begin(now: Date, session?: number): Promise<{ address: string; flow: SignInFlow }>;
  /**
   * Ends the authorization-code flow, and returns the identity of the person. `callback` is the query string with which
   * the provider sent the browser back to this site.
   *
   * @throws {TokenRefused} · {ProviderDenied} · {ProviderFailed}
   */
  finish(callback: string, flow: SignInFlow, now: Date): Promise<VerifiedIdentity>;
  /**
   * Runs the self-test, which checks everything that a sign-in needs. If `token` is given, also checks the claims of
   * the token.
   */
  examine(now: Date, token?: string): Promise<SelfTestFinding[]>;
}

/**
 * Thrown when a token from the provider is invalid or does not permit a sign-in. The message gives the reason, for the
 * log and the self-test.
 */
export class TokenRefused extends Error {}

export class AddressUnverified extends TokenRefused {}

export class ProviderFailed extends Error {}

/** Thrown when the provider has ended the flow with an error. The message comes from the provider. */
export class ProviderDenied extends Error {}

const maxRoles = 1000;

/** The roles that a provider can give, the highest first (docs/product.md, §6.9). */
const providedRoles = ['admin', 'hr'] as const satisfies readonly Role[];

/**
 * Returns the highest role in the roles claim, regardless of letter case. Returns undefined if there is none,
 * or if the claim is neither a text nor a list of at most 1,000 texts. A text is one role: providers that send a list of
 * one as a text exist, and one that sends several in a text does not say where they end.
 */
export function roleOfClaim(value: unknown): (typeof providedRoles)[number] | undefined {
  const claim = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(claim) || claim.length > maxRoles) return undefined;
  if (!claim.every((entry) => typeof entry === 'string')) return undefined;
  const given = new Set(claim.map((entry) => entry.toLowerCase()));
  return providedRoles.find((role) => given.has(role));
}
