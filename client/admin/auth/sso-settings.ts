import type { SsoPageSettings } from '../../../src/shared/identity-provider.ts';

/**
 * Returns the single-sign-on settings in the sign-in document, or null when it is not configured. They are
 * part of the document so that the area is there from the first moment and nothing moves.
 */
export function readSsoSettings(from: Document = document): SsoPageSettings | null {
  const content = from.querySelector<HTMLMetaElement>('meta[name="sso"]')?.content;
  // The cast is safe: our own server wrote the settings.
  return content ? (JSON.parse(content) as SsoPageSettings) : null;
}
