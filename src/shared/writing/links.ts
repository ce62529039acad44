const schemes = new Set(['http', 'https', 'mailto', 'tel']);

/** In lower case; undefined for a relative address. */
export function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
}

/** Without the characters that browsers ignore. */
export function readAddress(address: string): string {
  return address.replaceAll(/\p{Cc}/gu, '').trim();
}

/** Undefined for a scheme that is not allowed, and for an address that leaves the site without naming one. */
export function findLink(raw: string): string | undefined {
  const address = readAddress(raw);
  const scheme = schemeOf(address);
  if (scheme) return schemes.has(scheme) ? address : undefined;
  return /^[/\\]{2}/.test(address) ? undefined : address;
}

export function isForeign(address: string): boolean {
  return /^https?:/i.test(address);
}
