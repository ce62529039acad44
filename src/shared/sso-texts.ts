/** What the sign-in page says of single sign-on (specification, section 8). */
export const ssoTexts = {
  unauthorized: 'Unauthorized role. Access denied.',
  refused: 'SSO login failed. Please try again.',
  failed: 'SSO authentication failed. Please try again.',
} as const;
