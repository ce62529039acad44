import type { ShownLogo } from '../../src/shared/brand/sign.ts';

/** Returns the name of the site, which the server writes into the panel's document. */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Admin';
}

/** Returns the company's logo, which the server writes into the panel's document unless it is the default one. */
export function siteLogo(): ShownLogo {
  const content = document.querySelector<HTMLMetaElement>('meta[name="logo"]')?.content;
  // Our own server wrote it.
  return content ? (JSON.parse(content) as ShownLogo) : {};
}
