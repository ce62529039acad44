/** What a rich text may hold. Reader and writer follow these tables; nothing else in the code names an element. */

/** How an element that holds other elements or words stands in a text. */
export interface BlockRule {
  /** The blocks that may stand directly in it. */
  holds?: readonly string[];
  /** Words may stand directly in it. */
  hasText?: true;
  /** It never holds anything. */
  isEmpty?: true;
  /** What else stands directly in it is put into one of these. */
  item?: string;
  /** What it is put into where nothing around it may hold it. */
  parent?: string;
  /** How many levels below it must be free, so that it can hold what it is for. */
  below?: number;
  /** Counts as something to see although it has no words. */
  isSeen?: true;
  /** A parser drops a line break right after its start. */
  dropsFirstBreak?: true;
}

const flow = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'hr'];

/** The name of the whole text among the blocks. */
export const root = '#text';

export const blocks: Readonly<Record<string, BlockRule>> = {
  [root]: { holds: flow, hasText: true },
  p: { hasText: true },
  h2: { hasText: true },
  h3: { hasText: true },
  h4: { hasText: true },
  pre: { hasText: true, dropsFirstBreak: true },
  ul: { holds: ['li'], item: 'li', below: 2 },
  ol: { holds: ['li'], item: 'li', below: 2 },
  li: { holds: flow, hasText: true, parent: 'ul', below: 1 },
  blockquote: { holds: flow, hasText: true, below: 1 },
  hr: { isEmpty: true, isSeen: true },
};

/** Elements around words. */
export const marks: ReadonlySet<string> = new Set(['strong', 'em', 'u', 's', 'a', 'sub', 'sup', 'code']);

/** What is read as something else. */
export const readAs: Readonly<Record<string, string>> = { h1: 'h2', b: 'strong', i: 'em', strike: 's' };

/** What stands inside these is no text for readers. */
export const skipped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** A part of a list that nobody need close: these end it too. */
export const endsSkipped: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};

/** Elements without a meaning of their own; words in them stand apart from those around. */
export const boxes: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'h5', 'h6', 'table', 'caption', 'tr'],
]);
/** Parts of a line of a table. */
export const cells: ReadonlySet<string> = new Set(['td', 'th']);
export const betweenCells = ' | ';

/** Elements that hold nothing and are not closed. */
export const voids: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source'],
  ...['track', 'wbr'],
]);

/** Only the element goes, its words stay, and nobody misses it. */
export const unnoticed: ReadonlySet<string> = new Set([
  ...['html', 'head', 'body', 'span', 'font', 'big', 'tbody', 'thead', 'tfoot', 'col', 'colgroup'],
  ...['abbr', 'acronym', 'cite', 'q', 'ins', 'del', 'mark', 'small', 'kbd', 'var', 'samp', 'tt'],
  ...['time', 'dfn', 'bdi', 'bdo', 'picture', 'source', 'wbr', 'br'],
]);

/** Bounds that no text written by a person meets; they keep the work for any text small. */
export const limits = {
  /** Characters, before and after cleaning. */
  characters: 1_000_000,
  /** Blocks, line breaks and pieces of words with the same marks. */
  pieces: 50_000,
  /** How deep blocks may lie in each other; what lies deeper moves up. */
  depth: 24,
  /** Of one element; the others are not read. */
  attributes: 24,
};
