const schemes = new Set(['http', 'https', 'mailto', 'tel']);

/** Returns the scheme of an address in lower case; undefined for a relative one. */
export function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
}

/** Returns an address as a browser reads it, without the characters that browsers ignore. */
export function readAddress(address: string): string {
  return address.replaceAll(/\p{Cc}/gu, '').trim();
}

/**
 * Returns the address if a link may have it. Undefined for a scheme that is not allowed, and for an address that leaves the site
 * without naming a scheme.
 */
export function findLink(raw: string): string | undefined {
  const address = readAddress(raw);
  const scheme = schemeOf(address);
  if (scheme) return schemes.has(scheme) ? address : undefined;
  return /^[/\\]{2}/.test(address) ? undefined : address;
}

/** Whether an address may lead to another site. */
export function isForeign(address: string): boolean {
  return /^https?:/i.test(address);
}
