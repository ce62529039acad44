import { convertHeadings } from './headings.ts';
import { parseInert, renameElement, unwrap, normalizedText } from './inert-html.ts';
import { moveNestedListsIntoItems, joinWordOnlineLists, convertWordLists } from './lists.ts';
import { promoteBoldRowsToHeader, convertInlineStyles } from './marks.ts';
import { type PictureResolver, convertPictures } from './pictures.ts';
import { copyExcelCellStyles, convertApplePagesStyles } from './style-sheets.ts';

interface PasteOptions {
  /** Returns the address of a link as it is stored, or undefined if the address is not allowed. */
  linkOf: (address: string) => string | undefined;
  /**
   * Returns the stored name of a video, such as `youtube:dQw4w9WgXcQ`, or undefined for any other address.
   */
  embedOf: (address: string) => string | undefined;
  placeOf: PictureResolver;
}

type Source = 'google' | 'word' | 'word-online' | 'pages' | 'page';

const removed = [
  ...['style', 'script', 'template', 'noscript', 'svg', 'math', 'button', 'input', 'select', 'textarea'],
  ...['meta', 'link', 'title', 'object', 'audio', 'video', 'canvas', 'map', 'xml'],
].join(', ');
const kept = new Set([
  'href',
  'start',
  'colspan',
  'rowspan',
  'scope',
  'dir',
  'alt',
  'data-absent',
  'data-waiting',
  'data-kind',
  'data-embed',
]);

/**
 * Converts HTML that was copied from another program to semantic HTML. Removes styles, addresses of pictures and most
 * other attributes.
 */
export function convertPastedHtml(html: string, { linkOf, embedOf, placeOf }: PasteOptions): string {
  const source = sourceOf(html);
  const { body, styles } = parseInert(html);
  if (source === 'pages') convertApplePagesStyles(body, styles);
  if (/Excel\.Sheet/.test(html)) copyExcelCellStyles(body, styles);
  for (const element of body.querySelectorAll(removed)) element.remove();
  removeHidden(body);
  if (source === 'word') convertWordLists(body);
  if (source === 'word-online') joinWordOnlineLists(body);
  readPanels(body);
  convertHeadings(body);
  convertInlineStyles(body);
  moveNestedListsIntoItems(body);
  promoteBoldRowsToHeader(body);
  readEmbeds(body, embedOf);
  readVideoLinks(body, embedOf);
  convertPictures(body, placeOf);
  for (const link of body.querySelectorAll('a')) {
    const address = linkOf(link.getAttribute('href') ?? '');
    if (address) link.setAttribute('href', address);
    else unwrap(link);
  }
  removeBreaks(body, source);
  removeAttributes(body);
  removeEmpty(body);
  return body.innerHTML;
}

function sourceOf(html: string): Source {
  if (/docs-internal-guid|google-sheets-html-origin/.test(html)) return 'google';
  if (/class="?(?:ListContainerWrapper|OutlineElement|TextRun)|data-ccp-props/.test(html))
    return 'word-online';
  if (/mso-|class="?Mso|urn:schemas-microsoft-com/.test(html)) return 'word';
  return /Cocoa HTML Writer/.test(html) ? 'pages' : 'page';
}

const panels: Readonly<Record<string, string>> = {
  success: 'tip',
  tip: 'tip',
  warning: 'warning',
  error: 'warning',
};

/** Converts the panels of Confluence to callouts. */
function readPanels(body: HTMLElement): void {
  for (const panel of body.querySelectorAll('[data-panel-type]')) {
    const kind = panels[panel.getAttribute('data-panel-type') ?? ''] ?? 'note';
    renameElement(panel, 'aside').setAttribute('data-kind', kind);
  }
}

function removeHidden(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[data-style], [hidden]')) {
    const style = element.getAttribute('data-style') ?? '';
    if (element.hasAttribute('hidden') || /display:\s*none|mso-hide:\s*all/i.test(style)) element.remove();
  }
}

function readEmbeds(body: HTMLElement, embedOf: PasteOptions['embedOf']): void {
  const { ownerDocument: document } = body;
  for (const frame of body.querySelectorAll('iframe')) {
    const address = frame.getAttribute('src') ?? '';
    const [name, title] = [embedOf(address), frame.getAttribute('title') || address];
    const [block, words] = name
      ? [document.createElement('figure'), document.createElement('figcaption')]
      : [document.createElement('p'), document.createElement('a')];
    if (name) block.setAttribute('data-kind', 'embed');
    if (name) block.setAttribute('data-embed', name);
    else words.setAttribute('href', address);
    if (!name || title !== address) words.textContent = title;
    block.append(words);
    frame.replaceWith(block);
  }
}

/** Replaces each paragraph that contains only the linked address of a video with the embedded video. */
function readVideoLinks(body: HTMLElement, embedOf: PasteOptions['embedOf']): void {
  for (const link of body.querySelectorAll('p > a:only-child')) {
    const address = link.getAttribute('href') ?? '';
    const name = embedOf(address);
    const isAlone = link.textContent?.trim() === link.parentElement?.textContent?.trim();
    if (!name || !isAlone || !/^(?:https?:|www\.|youtu)/.test(link.textContent?.trim() ?? '')) continue;
    const figure = body.ownerDocument.createElement('figure');
    figure.setAttribute('data-kind', 'embed');
    figure.setAttribute('data-embed', name);
    link.parentElement?.replaceWith(figure);
  }
}

/** Removes the line breaks that programs add at the end of blocks and between blocks. */
function removeBreaks(body: HTMLElement, source: Source): void {
  for (const line of body.querySelectorAll('br.Apple-interchange-newline')) line.remove();
  for (const code of body.querySelectorAll('pre')) {
    let last: Node | null = code;
    while (last?.lastChild) last = last.lastChild;
    if (last) last.nodeValue = last.nodeValue?.replace(/\n$/, '') ?? null;
  }
  const isFromOffice = source !== 'page';
  for (const line of body.querySelectorAll('br')) {
    if (!line.closest('pre')) trimBefore(line);
    const isBetween = isFromOffice && /^(?:body|b)$/.test(line.parentElement?.localName ?? '');
    const isLast = !line.nextSibling && /^(?:p|li|td|th|h[2-4])$/.test(line.parentElement?.localName ?? '');
    if (isBetween || (isLast && normalizedText(line.parentElement!) !== '')) line.remove();
  }
}

/** Removes the spaces that some programs write before a line break. */
function trimBefore(line: Element): void {
  let last: Node | null = line.previousSibling;
  while (last?.lastChild) last = last.lastChild;
  if (last instanceof Text) last.data = last.data.trimEnd();
}

function removeAttributes(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const isLanguage = name === 'class' && /^(?:code|pre)$/.test(element.localName) && /\blang/.test(value);
      // Programs set `dir="ltr"` on every element, so only `rtl` is kept.
      const isUsual = name === 'dir' && value !== 'rtl';
      if (!isLanguage && (isUsual || !kept.has(name))) element.removeAttribute(name);
    }
  }
}

function removeEmpty(body: HTMLElement): void {
  for (const box of body.querySelectorAll('p, div, h2, h3, h4')) {
    const isEmpty = normalizedText(box) === '' && !box.querySelector('figure, hr, table, iframe');
    if (isEmpty && !box.closest('td, th, li, pre')) box.remove();
  }
}
