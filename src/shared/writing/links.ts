/** Returns the address without the control characters and outer spaces that browsers ignore. */
export function cleanUrl(address: string): string {
  return address.replaceAll(/\p{Cc}/gu, '').trim();
}

const domain =
  /^(?:www\.[^\s./:?#@]|(?:[\p{L}\d-]+\.)+(?:[a-z]{2}|com|org|net|edu|gov|info|dev|app|blog|shop|xn--[a-z\d-]+)(?=[/:?#]|$))/iu;

/**
 * Returns the form in which an address is stored. Addresses of other sites get a scheme if they have none. Returns
 * undefined for addresses that are not allowed.
 */
export function toStoredLink(raw: string): string | undefined {
  const address = cleanUrl(raw).replaceAll(/\s/g, '%20');
  if (/^https?:\/\/[^/\\]/i.test(address) || /^(?:mailto|tel):./i.test(address)) return address;
  if (/^(?:\/(?![/\\])|#)/.test(address)) return address;
  if (/^\/\/[^/\\]/.test(address)) return `https:${address}`;
  if (/^[^\s@/:?#\\]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u.test(address)) return `mailto:${address}`;
  return domain.test(address) ? `https://${address}` : undefined;
}

export function isExternal(address: string): boolean {
  return /^https?:/i.test(address);
}
