import { z } from 'zod';
import { escapeXml } from '../shared/xml.ts';
import { htmlOfCard } from './lexical.ts';

/** Mobiledoc, the format of the editor of Ghost before version 5. */
const Mobiledoc = z.object({
  atoms: z.array(z.tuple([z.string(), z.string()], z.unknown())).default([]),
  cards: z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])).default([]),
  markups: z.array(z.tuple([z.string()], z.array(z.string()))).default([]),
  sections: z.array(z.tuple([z.number()], z.unknown())),
});
type Mobiledoc = z.output<typeof Mobiledoc>;
const Markers = z.array(
  z.tuple([z.number(), z.array(z.number()), z.number(), z.union([z.string(), z.number()])]),
);

/** The names of cards that Lexical has too, but under another name. */
const cardNames: Readonly<Record<string, string>> = {
  'card-markdown': 'markdown',
  code: 'codeblock',
  hr: 'horizontalrule',
};
const marks: ReadonlySet<string> = new Set(['a', 'strong', 'b', 'em', 'i', 's', 'u', 'code', 'sub', 'sup']);
const blocks: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'aside']);
const [markup, image, list, card] = [1, 2, 3, 10];

/**
 * Returns the HTML of a post that Ghost exported only in the format of its earlier editor. Returns `''` if the text
 * cannot be read.
 */
export function htmlOfMobiledoc(mobiledoc: string): string {
  try {
    const document = Mobiledoc.parse(JSON.parse(mobiledoc));
    return document.sections.map((section) => htmlOfSection(section, document)).join('');
  } catch {
    return '';
  }
}

function htmlOfSection([type, ...rest]: [number, ...unknown[]], document: Mobiledoc): string {
  const [first, second] = rest;
  if (type === markup) {
    const tag = blocks.has(String(first).toLowerCase()) ? String(first).toLowerCase() : 'p';
    return `<${tag}>${htmlOfMarkers(second, document)}</${tag}>`;
  }
  if (type === image) return `<figure><img src="${escapeXml(String(first))}" alt=""></figure>`;
  if (type === list) {
    const tag = first === 'ol' ? 'ol' : 'ul';
    const items = z.array(z.unknown()).parse(second);
    return `<${tag}>${items.map((item) => `<li>${htmlOfMarkers(item, document)}</li>`).join('')}</${tag}>`;
  }
  const [name, payload] = (type === card && document.cards[Number(first)]) || ['', {}];
  return htmlOfCard(cardNames[name] ?? name, payload);
}

function htmlOfMarkers(markers: unknown, { atoms, markups }: Mobiledoc): string {
  const open: string[] = [];
  const parts: string[] = [];
  for (const [type, begins, ends, value] of Markers.parse(markers)) {
    for (const at of begins) {
      const [tag = '', attributes = []] = markups[at] ?? [];
      const name = marks.has(tag.toLowerCase()) ? tag.toLowerCase() : 'span';
      const href = attributes[attributes.indexOf('href') + 1] ?? '';
      parts.push(name === 'a' ? `<a href="${escapeXml(href)}">` : `<${name}>`);
      open.push(name);
    }
    const [atom = '', words = ''] = (type === 1 && atoms[Number(value)]) || [];
    parts.push(type === 0 ? escapeXml(String(value)) : atom === 'soft-return' ? '<br>' : escapeXml(words));
    for (let count = 0; count < ends && open.length > 0; count += 1) parts.push(`</${open.pop()}>`);
  }
  return (
    parts.join('') +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}
