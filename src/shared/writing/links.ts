const schemes = new Set(['http', 'https', 'mailto', 'tel']);

/** The scheme that an address names, in small letters; nothing for one that is relative. */
export function schemeOf(address: string): string | undefined {
  return /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
}

/** An address as a browser reads it: without what browsers leave out. */
export function readAddress(address: string): string {
  return address.replaceAll(/\p{Cc}/gu, '').trim();
}

/** An address as a link may have it; nothing for another scheme, or one that leaves the site without naming a scheme. */
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
