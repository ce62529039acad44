/** 128 bits as 32 hexadecimal digits, by which the server recognises a repeated action. */
export function createRequestKey(): string {
  // `crypto.randomUUID` exists only on https and localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
