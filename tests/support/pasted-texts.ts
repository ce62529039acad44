import { readdirSync, readFileSync } from 'node:fs';

export interface PastedText {
  name: string;
  html: string;
  /** The stored HTML, in the form in which the editor writes it. */
  stored: string;
  /** What the author is told. */
  notes: string;
}

const folder = 'tests/fixtures/pasted';

/**
 * Returns the texts of the table in `tests/fixtures/pasted`: each has a title after `## `, the HTML on the clipboard,
 * the stored HTML after `=> `, and what the author is told after `! `.
 */
export function pastedTexts(): PastedText[] {
  return readdirSync(folder).flatMap((file) => {
    const [, ...parts] = readFileSync(`${folder}/${file}`, 'utf8').split(/^## /m);
    return parts.map((part) => {
      const at = part.indexOf('\n');
      const [html = '', rest = ''] = part.slice(at + 1).split('\n=> ');
      const [stored = '', notes = ''] = rest.trimEnd().split('\n! ');
      return { name: `${file.replace('.txt', '')}: ${part.slice(0, at)}`, html, stored, notes };
    });
  });
}
