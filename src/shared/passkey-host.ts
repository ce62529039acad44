/**
 * Returns the host name to which passkeys are bound. Returns undefined for an IP address, and for a site that has no
 * HTTPS and is not on localhost. Passkeys cannot work there.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return !isAddress && (protocol === 'https:' || isLocal) ? hostname : undefined;
}
