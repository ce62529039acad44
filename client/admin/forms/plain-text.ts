/** Formatted text without its formats, a paragraph a line. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const block of body.querySelectorAll('p, li, h2, h3, h4, blockquote, pre, br')) block.append('\n');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}

/** What is shown of a picture where it is compared: the file that was chosen, or the stored one, and its words. */
export function pictureWords(file: File | undefined, stored: string | null, alt: string | null | undefined) {
  const name = file ? `New file: ${file.name}` : stored ? `Current: ${stored.split('/').at(-1)}` : '';
  return [name, name && alt ? `“${alt}”` : ''].filter(Boolean).join('\n');
}
