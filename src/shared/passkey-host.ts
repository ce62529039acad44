/**
 * Returns the host name to which passkeys are bound. Returns undefined if passkeys cannot work: for an IP
 * address, and for a site without HTTPS that is not on localhost.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return !isAddress && (protocol === 'https:' || isLocal) ? hostname : undefined;
}
