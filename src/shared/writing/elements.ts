/** The elements of HTML that are no nodes and no marks. */

/** Readers of the page never see their content as text. */
export const skipped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** They need no end tag of their own: these end tags also end them. */
export const endsSkipped: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};
/** Drawn by our own styles, or a copy of what stands beside it. */
export const skippedClasses: ReadonlySet<string> = new Set([
  'kg-callout-emoji',
  'kg-bookmark-thumbnail',
  'kg-bookmark-icon',
]);

/** They separate the words in them from the words around them. */
export const boxes: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'table', 'caption', 'tr'],
]);
export const cells: ReadonlySet<string> = new Set(['td', 'th']);
export const sections: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
export const betweenCells = ' | ';
export const embeds: ReadonlySet<string> = new Set(['iframe', 'embed']);

/** Removed without a report. Their words stay. */
export const unnoticed: ReadonlySet<string> = new Set([
  ...['html', 'head', 'body', 'span', 'font', 'big', 'col', 'colgroup', 'li', 'ul', 'ol', 'p'],
  ...[
    'abbr',
    'acronym',
    'q',
    'ins',
    'mark',
    'small',
    'var',
    'time',
    'bdi',
    'bdo',
    'picture',
    'source',
    'wbr',
    'br',
  ],
]);
