import type { SsoPageSettings } from '../../../src/shared/identity-provider.ts';

/**
 * What the sign-in document says of single sign-on; null where it is not set up. It stands in the document, so that the area is there
 * from the first moment and nothing moves.
 */
export function readSsoSettings(from: Document = document): SsoPageSettings | null {
  const content = from.querySelector<HTMLMetaElement>('meta[name="sso"]')?.content;
  // Our own server wrote it.
  return content ? (JSON.parse(content) as SsoPageSettings) : null;
}
