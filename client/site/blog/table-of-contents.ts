import { slugOfText } from '../../../src/shared/slugs.ts';

/** An entry of a table of contents: the text of a heading, and the id that the link to the heading uses. */
export interface ContentsEntry {
  id: string;
  text: string;
}

/** A text with fewer headings has no table of contents. */
const fewestHeadings = 3;
/** The maximum number of headings in a table of contents. A longer table would not help readers. */
const mostHeadings = 60;
const heading = /<h([23])([^<>]*)>(.*?)<\/h\1>/gs;

/**
 * Returns stored HTML with its table of contents, and adds an id to each listed heading that has none. Lists the headings
 * of level 2. If there are too few of them, also lists the headings of level 3. Lists nothing if there are
 * too few headings of both levels.
 */
export function withTableOfContents(html: string): { html: string; headings: ContentsEntry[] } {
  const matches = [...html.matchAll(heading)].filter(([, , , inner = '']) => textOf(inner));
  if (matches.length < fewestHeadings) return { html, headings: [] };
  const isShort = matches.filter(([, level]) => level === '2').length < fewestHeadings;
  const headings: ContentsEntry[] = [];
  const toFreeId = freeIds();
  const marked = html.replaceAll(heading, (all, level: string, attributes: string, inner: string) => {
    const text = textOf(inner);
    const isListed = text && (level === '2' || isShort) && headings.length < mostHeadings;
    if (!isListed) return all;
    const [, stored] = / id="([^"]*)"/.exec(attributes) ?? [];
    const id = stored ?? toFreeId(text);
    headings.push({ id, text });
    if (stored) return all;
    return `<h${level} id="${id}"${attributes}>${inner}</h${level}>`;
  });
  return { html: marked, headings };
}

/**
 * Returns a function that makes a unique id from the text of a heading. The prefix `section` prevents
 * conflicts with the ids of the page's own elements.
 */
function freeIds(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const base = ['section', slugOfText(text)].filter(Boolean).join('-');
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    return id;
  };
}

/**
 * Returns whether a text begins with its excerpt. If it does, the excerpt is not shown above the text, because people
 * would read the same words twice.
 */
export function beginsWithExcerpt(html: string, excerpt: string): boolean {
  const words = (text: string) => text.replace(/…$/, '').replaceAll(/\s+/g, '');
  return words(textOf(html.slice(0, mostMarkup))).startsWith(words(excerpt));
}

/** The number of characters at the beginning of a text that are compared with the excerpt. Tags count too. */
const mostMarkup = 10_000;

/**
 * Returns whether a text contains a picture with the same file as the picture at `path`. The paths of equal
 * files begin with the same 32 hexadecimal digits.
 */
export function containsPicture(html: string, path: string): boolean {
  const [beginning] = /^uploads\/[0-9a-f]{32}-/.exec(path) ?? [];
  return beginning !== undefined && html.includes(` src="/${beginning}`);
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/**
 * Returns the text of stored HTML, without tags. Stored HTML contains no entities other than `&amp;`, `&lt;`
 * and `&gt;`.
 */
function textOf(inner: string): string {
  return inner
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => characters[name]!)
    .trim();
}
