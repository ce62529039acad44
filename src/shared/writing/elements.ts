/** Reader and writer follow these tables; no other code names an element. */

export interface BlockRule {
  holds?: readonly string[];
  hasText?: true;
  isEmpty?: true;
  /** Wraps any other direct content. */
  item?: string;
  /** Wraps this element if no open block may contain it. */
  parent?: string;
  /** The nesting levels that its usual content needs below it. */
  below?: number;
  /** Visible without words in it. */
  isSeen?: true;
  /** A parser drops a line break right after the start tag. */
  dropsFirstBreak?: true;
}

const flow = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'hr'];

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

export const readAs: Readonly<Record<string, string>> = { h1: 'h2', b: 'strong', i: 'em', strike: 's' };

/** Readers of the page never see their content as text. */
export const skipped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** They need no end tag of their own: these end tags also end them. */
export const endsSkipped: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};

/** They separate the words in them from the words around them. */
export const boxes: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'h5', 'h6', 'table', 'caption', 'tr'],
]);
export const cells: ReadonlySet<string> = new Set(['td', 'th']);
export const betweenCells = ' | ';

/** No content and no end tag. */
export const voids: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source'],
  ...['track', 'wbr'],
]);

/** Removed without a report. Their words stay. */
export const unnoticed: ReadonlySet<string> = new Set([
  ...['html', 'head', 'body', 'span', 'font', 'big', 'tbody', 'thead', 'tfoot', 'col', 'colgroup'],
  ...['abbr', 'acronym', 'cite', 'q', 'ins', 'del', 'mark', 'small', 'kbd', 'var', 'samp', 'tt'],
  ...['time', 'dfn', 'bdi', 'bdo', 'picture', 'source', 'wbr', 'br'],
]);
