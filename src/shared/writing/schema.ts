/** The allowed content of a rich text. Reader and writer follow these tables; no other code names an element. */

/** The rule for an element that contains other elements or words. */
export interface BlockRule {
  holds?: readonly string[];
  hasText?: true;
  isEmpty?: true;
  /** The element in which any other direct content is wrapped. */
  item?: string;
  /** The element that wraps this one if no open block may contain it. */
  parent?: string;
  /** The number of nesting levels that must still be available below it for its usual content. */
  below?: number;
  /** Whether the element is visible without words in it. */
  isSeen?: true;
  /** Whether a parser drops a line break right after its start tag. */
  dropsFirstBreak?: true;
}

const flow = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'hr'];

/** The block name of the whole text. */
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

export const marks: ReadonlySet<string> = new Set(['strong', 'em', 'u', 's', 'a', 'sub', 'sup', 'code']);

/** Elements that the reader replaces by another one. */
export const readAs: Readonly<Record<string, string>> = { h1: 'h2', b: 'strong', i: 'em', strike: 's' };

/** Elements whose content readers of the page never see as text. */
export const skipped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** Skipped elements that need no end tag of their own, with the end tags that also end them. */
export const endsSkipped: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};

/** Elements without a meaning of their own. They separate the words in them from the words around them. */
export const boxes: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'h5', 'h6', 'table', 'caption', 'tr'],
]);
export const cells: ReadonlySet<string> = new Set(['td', 'th']);
export const betweenCells = ' | ';

/** Elements that have no content and no end tag. */
export const voids: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source'],
  ...['track', 'wbr'],
]);

/** Elements that are removed without a report. Their words stay. */
export const unnoticed: ReadonlySet<string> = new Set([
  ...['html', 'head', 'body', 'span', 'font', 'big', 'tbody', 'thead', 'tfoot', 'col', 'colgroup'],
  ...['abbr', 'acronym', 'cite', 'q', 'ins', 'del', 'mark', 'small', 'kbd', 'var', 'samp', 'tt'],
  ...['time', 'dfn', 'bdi', 'bdo', 'picture', 'source', 'wbr', 'br'],
]);

/** Limits on the work for one text. No text by a person reaches them. */
export const limits = {
  characters: 1_000_000,
  /** Blocks, line breaks and runs of words with the same marks. */
  pieces: 50_000,
  /** How deeply blocks may be nested. Deeper content moves up. */
  depth: 24,
  attributes: 24,
};
