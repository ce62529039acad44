import { z } from 'zod';
import { escapeXml } from '../shared/xml.ts';
import { splitAtCode } from './wordpress-code.ts';
import { replaceBetween } from './wordpress-html.ts';

const Notes = z.array(z.object({ id: z.string(), content: z.string() }));
const listBlock = /<!--\s+wp:footnotes\b[^<>]*\/-->/;
/** The shortcodes of plugins for a note within the text. */
const shortcodes = ['footnote', 'ref', 'efn_note', 'mfn', 'fn'];

/**
 * Returns the content of an item with its footnotes as a list at their place or at the end. The block editor stores
 * the notes beside the content, in `stored`. Plugins have shortcodes for them.
 */
export function withFootnotes(content: string, stored: string): string {
  const notes = Notes.safeParse(jsonIn(stored)).data ?? [];
  const take = (words: string) => {
    const id = `note-${notes.length + 1}`;
    notes.push({ id, content: words.trim() });
    return `<sup><a href="#${id}" id="${id}-link">${notes.length}</a></sup>`;
  };
  const text = shortcodes
    .filter((name) => content.includes(`[/${name}]`))
    .reduce((before, name) => {
      const [start, end] = [new RegExp(`\\[${name}\\b[^[\\]]*\\]`, 'g'), new RegExp(`\\[/${name}\\]`, 'g')];
      return splitAtCode(before)
        .map((part) => (part.isCode ? part.text : replaceBetween(part.text, start, end, take)))
        .join('');
    }, content);
  if (notes.length === 0) return text;
  const items = notes.map(({ id, content: words }) => {
    const safe = escapeXml(id);
    return `<li id="${safe}">${words} <a href="#${safe}-link">↩</a></li>`;
  });
  const list = `<ol>${items.join('')}</ol>`;
  const asBlock = `<!-- wp:html -->${list}<!-- /wp:html -->`;
  if (listBlock.test(text)) return text.replace(listBlock, () => asBlock);
  return `${text}\n\n${text.includes('<!-- wp:') ? asBlock : list}`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
