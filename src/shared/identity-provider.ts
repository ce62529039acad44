import type { Role } from './roles.ts';

export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider has verified the address; undefined if the provider does not say. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  /** The roles claim as received. Its shape is not checked yet. */
  roles: unknown;
  /** The id and expiry of the token with which the person signed in. Undefined for an authorization code. */
  token: { id: string; until: Date } | undefined;
}

/** The values of a sign-in flow that the browser must return from the provider. */
export interface SignInFlow {
  state: string;
  nonce: string;
  /** The secret half of PKCE. */
  verifier: string;
}

/** One line of the self-test, worded for an admin. `note` means that it works, but an admin should know it. */
export interface Finding {
  step: string;
  verdict: 'fine' | 'note' | 'wrong';
  words: string;
}

export interface SsoPageSettings {
  client_id: string;
  /** The address and global name of the provider's own button. Null: this site's button starts the flow. */
  script: { url: string; global: string } | null;
}

/** The single-sign-on provider. Every call succeeds or fails within 5 seconds. */
export interface IdentityProvider {
  page: SsoPageSettings;
  pageSources: string[];
  /** Checks a token. @throws {TokenRefused} · {ProviderFailed} */
  verify(token: string, now: Date): Promise<VerifiedIdentity>;
  /** Returns the address to send a browser to for the authorization-code flow. @throws {ProviderFailed} */
  begin(now: Date): Promise<{ address: string; flow: SignInFlow }>;
  /** Completes the flow with the query of the callback. @throws {TokenRefused} · {ProviderDenied} · {ProviderFailed} */
  finish(callback: string, flow: SignInFlow, now: Date): Promise<VerifiedIdentity>;
  /** Checks everything that a sign-in needs, without one. With a token, also checks what the token says. */
  examine(now: Date, token?: string): Promise<Finding[]>;
}

/** A token or a response is not valid. The message says why, for the log and the self-test. */
export class TokenRefused extends Error {}

/** Someone's first sign-in came with an address that the provider declares as unverified. */
export class AddressUnverified extends TokenRefused {}

/** The provider is unreachable or slow, or its response is malformed. */
export class ProviderFailed extends Error {}

/** The provider ended the flow with an error. The message is the provider's. */
export class ProviderDenied extends Error {}

const maxRoles = 1000;

/**
 * Returns the role for a list of roles (docs/product.md, §6.9): admin, else hr, else undefined. Accepts only a list of text, in
 * any letter case.
 */
export function roleByProvider(claim: unknown): Extract<Role, 'admin' | 'hr'> | undefined {
  if (!Array.isArray(claim) || claim.length > maxRoles) return undefined;
  if (!claim.every((entry) => typeof entry === 'string')) return undefined;
  const given = new Set(claim.map((entry) => entry.toLowerCase()));
  return (['admin', 'hr'] as const).find((role) => given.has(role));
}
