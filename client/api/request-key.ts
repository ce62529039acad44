/**
 * Returns a random key of 128 bits as 32 hexadecimal digits. The server recognises a repeated action by its
 * key.
 */
export function createRequestKey(): string {
  // Does not use `crypto.randomUUID`, because `randomUUID` exists only on https and localhost. A server on a
  // private network may use plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
