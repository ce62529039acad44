/** HTML elements that are neither nodes nor marks. */

/** Browsers do not show their content as text. */
export const skipped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** Their end tag is optional. These end tags close them too. */
export const endsSkipped: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};
/** Decoration that our styles draw, or copies of adjacent content. */
export const skippedClasses: ReadonlySet<string> = new Set([
  'kg-callout-emoji',
  'kg-bookmark-thumbnail',
  'kg-bookmark-icon',
]);

/** They separate their text from the text around them. */
export const blockElements: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'table', 'caption', 'tr'],
]);
export const cells: ReadonlySet<string> = new Set(['td', 'th']);
export const sections: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
export const betweenCells = ' | ';
export const embeds: ReadonlySet<string> = new Set(['iframe', 'embed']);

/** Removed without a note. Their text stays. */
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
