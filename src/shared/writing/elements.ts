/** HTML elements that are neither nodes nor marks. */

/** Browsers do not show the content of these elements as text. */
export const skipped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** Elements with an optional end tag, and the end tags that close them too. */
export const endsSkipped: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};
/** Decoration that the site's styles draw, or copies of adjacent content. Removed with their content. */
export const skippedClasses: ReadonlySet<string> = new Set([
  'kg-callout-emoji',
  'kg-bookmark-thumbnail',
  'kg-bookmark-icon',
]);

/** Elements that separate their text from the text around them. */
export const blockElements: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'table', 'caption', 'tr'],
]);
export const cells: ReadonlySet<string> = new Set(['td', 'th']);
export const sections: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
export const betweenCells = ' | ';
export const embeds: ReadonlySet<string> = new Set(['iframe', 'embed']);

/** Elements that are removed without telling the author. Their text stays. */
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
