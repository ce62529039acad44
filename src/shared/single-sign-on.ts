import type { Role } from './roles.ts';

export interface SsoPageSettings {
  client_id: string;
  /** The provider's own sign-in button. Null when a button of this site starts the flow. */
  script: { url: string; global: string } | null;
}

const maxRoles = 1000;

/** The roles that a provider can give, the highest first (docs/product.md, §6.9). */
const providedRoles = ['admin', 'hr'] as const satisfies readonly Role[];

/**
 * The highest role in the claim, in any letter case. The claim is a text or a list of at most 1,000 texts. A text is
 * one role: some providers send a list of one as a text, and several in a text have no known end.
 */
export function roleOfClaim(value: unknown): (typeof providedRoles)[number] | undefined {
  const claim = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(claim) || claim.length > maxRoles) return undefined;
  if (!claim.every((entry) => typeof entry === 'string')) return undefined;
  const names = new Set(claim.map((entry) => entry.toLowerCase()));
  return providedRoles.find((role) => names.has(role));
}

/** See docs/product.md, §6.9. */
export const ssoTexts = {
  unauthorized: 'Unauthorized role. Access denied.',
  deactivated: 'Your account is deactivated. Please ask an admin.',
  refused: 'SSO login failed. Please try again.',
  failed: 'SSO authentication failed. Please try again.',
  unverified:
    'SSO login failed. Your e-mail address is not verified at the provider. Please verify it there and try again.',
} as const;
