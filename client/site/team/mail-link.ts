/**
 * Returns a `mailto:` link with a percent-encoded address, so that programs that collect addresses do not recognise it.
 * Mail programs decode the address (RFC 6068).
 */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encoded(address.slice(0, at))}@${encoded(address.slice(at + 1))}`;
}

function encoded(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
