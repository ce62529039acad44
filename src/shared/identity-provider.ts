import type { Role } from './roles.ts';

export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Undefined when the provider does not say. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
  /** The name as the provider sent it, unchecked. */
  roles: unknown;
  token: { id: string; until: Date } | undefined;
  /** The provider's id of its own session. */
  sid: string | undefined;
  /** Whether the provider announces the end of its session. */
  isLogoutTold: boolean;
}

/** The sessions that a logout token ends: one session of the provider, or all sessions of a person. */
export interface LogoutOrder {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
  token: { id: string; until: Date };
}

export interface SignInFlow {
  state: string;
  nonce: string;
  /** The secret half of PKCE. */
  verifier: string;
  /** The session whose person has to confirm their identity. Absent when somebody signs in. */
  session?: number;
}

/** A result for an admin. `note` means that the setting works but has a consequence that the admin should know. */
export interface Finding {
  step: string;
  verdict: 'fine' | 'note' | 'wrong';
  words: string;
}

export interface SsoPageSettings {
  client_id: string;
  /** The provider's own button. When null, this site's button starts the flow. */
  script: { url: string; global: string } | null;
}

/** Every call succeeds or fails within 5 seconds. */
export interface IdentityProvider {
  page: SsoPageSettings;
  pageSources: string[];
  /** @throws {TokenRefused}, {ProviderFailed} */
  verify(token: string, now: Date): Promise<VerifiedIdentity>;
  /** @throws {TokenRefused}, {ProviderFailed} */
  verifyLogout(token: string, now: Date): Promise<LogoutOrder>;
  /**
   * Starts the authorization-code flow, for which the browser is sent to `address`. With a session, the provider must
   * ask the person again.
   * @throws {ProviderFailed}
   */
  begin(now: Date, session?: number): Promise<{ address: string; flow: SignInFlow }>;
  /** @throws {TokenRefused}, {ProviderDenied}, {ProviderFailed} */
  finish(callback: string, flow: SignInFlow, now: Date): Promise<VerifiedIdentity>;
  /** Checks everything that a sign-in needs. With a token, also checks its claims. */
  examine(now: Date, token?: string): Promise<Finding[]>;
}

/** The message gives the reason, for the log and the self-test. */
export class TokenRefused extends Error {}

export class AddressUnverified extends TokenRefused {}

export class ProviderFailed extends Error {}

/** The message comes from the provider. */
export class ProviderDenied extends Error {}

const maxRoles = 1000;

/** The roles that a provider can give, highest first (docs/product.md, §6.9). */
const providedRoles = ['admin', 'hr'] as const satisfies readonly Role[];

/** Returns the highest role that the claim names, or undefined. Ignores letter case. */
export function roleByProvider(claim: unknown): (typeof providedRoles)[number] | undefined {
  if (!Array.isArray(claim) || claim.length > maxRoles) return undefined;
  if (!claim.every((entry) => typeof entry === 'string')) return undefined;
  const given = new Set(claim.map((entry) => entry.toLowerCase()));
  return providedRoles.find((role) => given.has(role));
}
