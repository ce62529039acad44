import type { Role } from './roles.ts';

/** A person, as the single-sign-on provider vouches for them. */
export interface Vouched {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** What the provider says of the address; undefined where it says nothing, as some providers never do. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  /** The roles claim as it came: what shape it has is still to be judged. */
  roles: unknown;
  /** The token that was shown: a text that names it, and the moment from which it is no longer valid. Undefined for a code. */
  token: { id: string; until: Date } | undefined;
}

/** What a browser that was sent to the provider has to bring back. */
export interface SignInFlow {
  state: string;
  nonce: string;
  /** The secret half of PKCE. */
  verifier: string;
}

/** One line of the self-test, in words for an admin. `note`: it works, but somebody should know. */
export interface Finding {
  step: string;
  verdict: 'fine' | 'note' | 'wrong';
  words: string;
}

/** What the sign-in page needs to know of the provider. */
export interface SsoPageSettings {
  client_id: string;
  /** The provider's own button; without one, ours starts the flow. */
  script: { url: string; global: string } | null;
}

/** The single-sign-on provider. Every question is answered, or fails, within 5 seconds. */
export interface IdentityProvider {
  page: SsoPageSettings;
  /** The origins that the sign-in page loads from. */
  pageSources: string[];
  /** @throws {TokenRefused} · {ProviderFailed} */
  vouch(token: string, now: Date): Promise<Vouched>;
  /** Where to send a browser for the authorization-code flow. @throws {ProviderFailed} */
  begin(now: Date): Promise<{ address: string; flow: SignInFlow }>;
  /** Ends the flow with what stood behind the `?` of the callback. @throws {TokenRefused} · {ProviderDenied} · {ProviderFailed} */
  finish(callback: string, flow: SignInFlow, now: Date): Promise<Vouched>;
  /** Walks through everything a sign-in needs, without one; with a token also through what it says. */
  examine(now: Date, token?: string): Promise<Finding[]>;
}

/** A token or an answer that does not count; the message says why, for the log and the self-test. */
export class TokenRefused extends Error {}

/** A first sign-in with an address of which the provider says that it is not verified. */
export class AddressUnverified extends TokenRefused {}

/** The provider is away, slow, or answers what it should not. */
export class ProviderFailed extends Error {}

/** The provider ended the flow with an error of its own; the message is in its words. */
export class ProviderDenied extends Error {}

const maxRoles = 1000;

/**
 * The role that a list of roles gives (docs/product.md, §6.9): admin, else hr, else none. Only a real list of text counts, in any
 * letter case.
 */
export function roleByProvider(claim: unknown): Extract<Role, 'admin' | 'hr'> | undefined {
  if (!Array.isArray(claim) || claim.length > maxRoles) return undefined;
  if (!claim.every((entry) => typeof entry === 'string')) return undefined;
  const given = new Set(claim.map((entry) => entry.toLowerCase()));
  return (['admin', 'hr'] as const).find((role) => given.has(role));
}
