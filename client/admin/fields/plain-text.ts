/** Returns formatted text without its formats, one line per paragraph. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const block of body.querySelectorAll('p, li, h2, h3, h4, blockquote, pre, br')) block.append('\n');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}

/** Returns a picture as text, for comparisons: the chosen or stored file and the alternative text. */
export function describeImage(file: File | undefined, stored: string | null, alt: string | null | undefined) {
  const name = file ? `New file: ${file.name}` : stored ? `Current: ${stored.split('/').at(-1)}` : '';
  return [name, name && alt ? `“${alt}”` : ''].filter(Boolean).join('\n');
}
