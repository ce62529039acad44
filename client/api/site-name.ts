/** Returns the name of the site, which the server writes into the panel's document. */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Admin';
}
