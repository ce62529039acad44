/**
 * Returns the host name for passkeys. Returns undefined for an address without a host name, for which passkeys do not
 * work.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return !isAddress && (protocol === 'https:' || isLocal) ? hostname : undefined;
}
