import type { SsoPageSettings } from '../shared/single-sign-on.ts';

export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Undefined when the provider does not say whether it has verified the address. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  /** Unchecked. Undefined when the provider does not send a roles claim. */
  roles: unknown;
  token: { id: string; expiresAt: Date } | undefined;
  /** The session at the provider. */
  sid: string | undefined;
  /** Whether the provider will send a logout token when its session ends. */
  announcesLogout: boolean;
}

/** Ends one session at the provider, or all sessions of a person. */
export interface VerifiedLogout {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
  token: { id: string; expiresAt: Date };
}

export interface SignInFlow {
  state: string;
  nonce: string;
  /** The code verifier of PKCE, secret until the flow is finished. */
  verifier: string;
  /** The session whose owner must confirm their identity. Absent for a sign-in. */
  session?: number;
}

/** One step of the self-test, for an admin. `note`: the setting works, but has a consequence to know. */
export interface SelfTestFinding {
  step: string;
  verdict: 'fine' | 'note' | 'wrong';
  words: string;
}

/** Every call except `examine` succeeds or fails within 5 seconds. */
export interface IdentityProvider {
  page: SsoPageSettings;
  pageSources: string[];
  /** @throws {TokenRefused} · {ProviderFailed} */
  verify(token: string, now: Date): Promise<VerifiedIdentity>;
  /** @throws {TokenRefused} · {ProviderFailed} */
  verifyLogout(token: string, now: Date): Promise<VerifiedLogout>;
  /**
   * Starts the authorization-code flow: send the browser to `address`. With `session`, the provider must ask the person
   * to sign in again.
   *
   * @throws {ProviderFailed}
   */
  begin(now: Date, session?: number): Promise<{ address: string; flow: SignInFlow }>;
  /**
   * `callback` is the query string with which the provider sent the browser back.
   *
   * @throws {TokenRefused} · {ProviderDenied} · {ProviderFailed}
   */
  finish(callback: string, flow: SignInFlow, now: Date): Promise<VerifiedIdentity>;
  /** Checks everything that a sign-in needs, and the claims of `token` if there is one. */
  examine(now: Date, token?: string): Promise<SelfTestFinding[]>;
}

/** A token that is invalid or does not permit a sign-in. The message is for the log and the self-test. */
export class TokenRefused extends Error {}

export class AddressUnverified extends TokenRefused {}

export class ProviderFailed extends Error {}

/** The provider has ended the flow with an error. The message is the provider's. */
export class ProviderDenied extends Error {}
