const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Returns the text without the characters that XML forbids even when escaped: most control characters. */
export function legalXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to take out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

/** Escapes text for XML content and attributes. Removes characters that XML forbids. */
export function escapeXml(text: string): string {
  return legalXml(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
