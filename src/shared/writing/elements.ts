/**
 * Elements whose content browsers do not show as normal text. These elements are removed with their content.
 */
export const skipped: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** For each element of `skipped` with an optional end tag, the end tags of other elements that end it too. */
export const endTagsOfSkipped: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};
/**
 * Classes of elements that are removed with their content. These elements are copies of adjacent content, or decoration
 * for which this site has styles of its own.
 */
const skippedClasses: ReadonlySet<string> = new Set([
  'kg-callout-emoji',
  'kg-bookmark-thumbnail',
  'kg-bookmark-icon',
  'katex-html',
  'EOP',
]);
/**
 * Elements that act on the page they come from. They are removed with their words, except where the words are the text,
 * as in a heading that opens a part.
 */
const buttons: ReadonlySet<string> = new Set(['button', 'clipboard-copy']);

export function isButton(
  name: string,
  { role, href }: { role?: string | undefined; href?: string | undefined },
) {
  return buttons.has(name) || (role === 'button' && href === undefined && name !== 'summary');
}

/** Elements whose content is converted as a whole. */
export const converted: ReadonlySet<string> = new Set(['math', 'svg', 'audio', 'video']);
/** Elements without content and end tag. */
export const voids: ReadonlySet<string> = new Set([
  ...[
    'br',
    'hr',
    'img',
    'input',
    'meta',
    'link',
    'base',
    'col',
    'source',
    'embed',
    'wbr',
    'area',
    'track',
    'param',
  ],
]);

/** Returns whether an element with this attribute `class` is removed with its content. */
export function isClassSkipped({ class: names }: { class?: string | undefined }): boolean {
  return names?.split(/\s+/).some((name) => skippedClasses.has(name)) === true;
}

/** Elements whose text is separated from the text around them. */
export const blockElements: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'table', 'caption', 'tr'],
]);
export const cells: ReadonlySet<string> = new Set(['td', 'th']);
export const sections: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
export const cellSeparator = ' | ';
export const embeds: ReadonlySet<string> = new Set(['iframe', 'embed']);

/** Elements that are removed without a note to the author. Their text remains. */
export const silentlyRemoved: ReadonlySet<string> = new Set([
  ...[
    'meta',
    'link',
    'base',
    'title',
    'label',
    'button',
    'nobr',
    'html',
    'head',
    'body',
    'span',
    'font',
    'big',
    'col',
    'colgroup',
    'li',
    'ul',
    'ol',
    'p',
  ],
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

/** Returns whether an element is removed without a note. Elements of one program's own have no meaning here. */
export function isSilent(name: string): boolean {
  return blockElements.has(name) || silentlyRemoved.has(name) || /[-:]/.test(name);
}
