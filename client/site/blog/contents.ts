import { slugOf } from '../../../src/shared/slugs.ts';

/** A heading of a long text, and the id that links to it use. */
export interface Heading {
  id: string;
  text: string;
}

/** A text with fewer headings has no list of contents. */
const fewestHeadings = 3;
/** A list of contents has at most this many headings, because a longer list would not help readers. */
const mostHeadings = 60;
const heading = /<h([23])([^<>]*)>(.*?)<\/h\1>/gs;

/**
 * Returns stored HTML and its list of contents. Each listed heading gets an id. The list has the headings of level 2. If
 * there are too few of them, it also has the headings of level 3.
 */
export function withContents(html: string): { html: string; headings: Heading[] } {
  const found = [...html.matchAll(heading)].filter(([, , , inner = '']) => textOf(inner));
  if (found.length < fewestHeadings) return { html, headings: [] };
  const isShort = found.filter(([, level]) => level === '2').length < fewestHeadings;
  const headings: Heading[] = [];
  const toFreeId = freeIds();
  const marked = html.replaceAll(heading, (all, level: string, attributes: string, inner: string) => {
    const text = textOf(inner);
    const isListed = text && (level === '2' || isShort) && headings.length < mostHeadings;
    if (!isListed) return all;
    const id = toFreeId(text);
    headings.push({ id, text });
    return `<h${level} id="${id}"${attributes}>${inner}</h${level}>`;
  });
  return { html: marked, headings };
}

/** Returns a function that makes ids from texts. The prefix prevents conflicts with the ids of the page's own elements. */
function freeIds(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const wanted = ['section', slugOf(text)].filter(Boolean).join('-');
    let id = wanted;
    for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
    taken.add(id);
    return id;
  };
}

/** Returns whether a text begins with its excerpt, so that readers would read the same words twice. */
export function beginsWith(html: string, excerpt: string): boolean {
  const words = (text: string) => text.replace(/…$/, '').replaceAll(/\s+/g, '');
  return words(textOf(html.slice(0, mostMarkup))).startsWith(words(excerpt));
}

/** The beginning of a text with the words of its excerpt has fewer characters than this, tags included. */
const mostMarkup = 10_000;

/** Returns whether a text shows a picture. Equal files have paths that begin alike. */
export function showsPicture(html: string, path: string): boolean {
  const [beginning] = /^uploads\/[0-9a-f]{32}-/.exec(path) ?? [];
  return beginning !== undefined && html.includes(` src="/${beginning}`);
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** Returns the text of a heading. Stored text has no entities other than these three. */
function textOf(inner: string): string {
  return inner
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => characters[name]!)
    .trim();
}
