/** See docs/product.md, §6.9. */
export const ssoTexts = {
  unauthorized: 'Unauthorized role. Access denied.',
  deactivated: 'Your account is deactivated. Please ask an admin.',
  refused: 'SSO login failed. Please try again.',
  failed: 'SSO authentication failed. Please try again.',
  unverified:
    'SSO login failed. Your e-mail address is not verified at the provider. Please verify it there and try again.',
} as const;
