/** Makes a name for one act, by which the server knows a second try of it: 32 hexadecimal digits from 128 random bits. */
export function createRequestKey(): string {
  // `crypto.randomUUID` is only there on https and localhost; a house may have neither on its own network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
