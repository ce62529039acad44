const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML forbids these characters even in escaped form. An unpaired surrogate becomes U+FFFD. */
export function withoutIllegalXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to take out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

export function escapeXml(text: string): string {
  return withoutIllegalXml(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
