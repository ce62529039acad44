/** A heading and the paragraphs below it. The lines of a paragraph are separated by line breaks. */
type Part = readonly [heading: string, ...paragraphs: string[]];

/** Returns a template: a note for its author, and the parts. */
export function writeTemplate(title: string, note: string, parts: readonly Part[]) {
  const paragraph = (text: string) => `<p>${text.replaceAll('\n', '<br />')}</p>`;
  const written = parts.map(
    ([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map(paragraph).join('')}`,
  );
  return { title, text: `${paragraph(`[[ ${note} ]]`)}${written.join('')}` };
}
