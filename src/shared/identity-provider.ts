import type { Role } from './roles.ts';

export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Undefined if the provider does not say. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  /** As received. The shape is not checked yet. */
  roles: unknown;
  /** Undefined for an authorization code. */
  token: { id: string; until: Date } | undefined;
}

export interface SignInFlow {
  state: string;
  nonce: string;
  /** The secret half of PKCE. */
  verifier: string;
}

/** Worded for an admin. `note` means that it works, but an admin should know it. */
export interface Finding {
  step: string;
  verdict: 'fine' | 'note' | 'wrong';
  words: string;
}

export interface SsoPageSettings {
  client_id: string;
  /** The provider's own button. Null: this site's button starts the flow. */
  script: { url: string; global: string } | null;
}

/** Every call succeeds or fails within 5 seconds. */
export interface IdentityProvider {
  page: SsoPageSettings;
  pageSources: string[];
  /** @throws {TokenRefused} · {ProviderFailed} */
  verify(token: string, now: Date): Promise<VerifiedIdentity>;
  /** Starts the authorization-code flow at `address`. @throws {ProviderFailed} */
  begin(now: Date): Promise<{ address: string; flow: SignInFlow }>;
  /** @throws {TokenRefused} · {ProviderDenied} · {ProviderFailed} */
  finish(callback: string, flow: SignInFlow, now: Date): Promise<VerifiedIdentity>;
  /** Checks everything that a sign-in needs. With a token, also checks what the token says. */
  examine(now: Date, token?: string): Promise<Finding[]>;
}

/** The message says why, for the log and the self-test. */
export class TokenRefused extends Error {}

export class AddressUnverified extends TokenRefused {}

export class ProviderFailed extends Error {}

/** The message is the provider's. */
export class ProviderDenied extends Error {}

const maxRoles = 1000;

/** Admin, else hr, else undefined (docs/product.md, §6.9). Accepts only a list of text, in any letter case. */
export function roleByProvider(claim: unknown): Extract<Role, 'admin' | 'hr'> | undefined {
  if (!Array.isArray(claim) || claim.length > maxRoles) return undefined;
  if (!claim.every((entry) => typeof entry === 'string')) return undefined;
  const given = new Set(claim.map((entry) => entry.toLowerCase()));
  return (['admin', 'hr'] as const).find((role) => given.has(role));
}
