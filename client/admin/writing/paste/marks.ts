import { declarationsOf, renameElement, unwrap } from './inert-html.ts';

const styled = 'span, font, b, strong, i, em, u, s, sub, sup, a, p, div, td, th';
const monospace =
  /^["']?(?:courier|consolas|menlo|monaco|source code|roboto mono|liberation mono)|monospace/i;

/** Converts inline styles to elements, for example `font-weight:700` to `strong`. */
export function convertInlineStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll(styled)) readStyle(element);
  for (const element of body.querySelectorAll('ins')) unwrap(element);
}

function readStyle(element: Element): void {
  const style = declarationsOf(element);
  const name = element.localName;
  const font = ` ${style.get('font') ?? ''} `;
  const isBold = weightOf(style.get('font-weight')) ?? (/\sbold\s/.test(font) ? true : undefined);
  // Google Docs wraps everything in `<b style="font-weight:normal">`. This `b` is not bold, so the element is
  // removed and its content is kept.
  const slant = style.get('font-style');
  const isUndone = /^(?:b|strong)$/.test(name)
    ? isBold === false
    : /^(?:i|em)$/.test(name) && slant === 'normal';
  if (isUndone) {
    unwrap(element);
    return;
  }
  const isInHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
  const lines = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  const raised = style.get('vertical-align');
  const isBlock = /^(?:p|div|td|th)$/.test(name);
  const marks: string[] = [];
  if (isBold && !isInHeading && !/^(?:b|strong)$/.test(name)) marks.push('strong');
  const isItalic = /italic|oblique/.test(slant ?? '') || /\sitalic\s/.test(font);
  if (isItalic && !isInHeading && !/^(?:i|em)$/.test(name)) marks.push('em');
  if (/line-through/.test(lines) && name !== 's') marks.push('s');
  if (/underline/.test(lines) && !isBlock && name !== 'u' && !isLinkLine(element)) marks.push('u');
  if (!isBlock && raised === 'sub' && !element.querySelector('sub')) marks.push('sub');
  if (!isBlock && raised === 'super' && !element.querySelector('sup')) marks.push('sup');
  if (isCode(element, style.get('font-family'))) marks.push('code');
  if (marks.length > 0) wrapContent(element, marks);
  if (name === 'u' && isLinkLine(element)) unwrap(element);
}

/**
 * Returns whether an element is in a link or contains no text outside links. The underline of such an element
 * is dropped.
 */
function isLinkLine(element: Element): boolean {
  if (element.closest('a')) return true;
  const links = [...element.querySelectorAll('a')].map((link) => link.textContent).join('');
  return links !== '' && links.trim() === (element.textContent ?? '').trim();
}

function weightOf(value: string | undefined): boolean | undefined {
  if (/^(?:bold|bolder|[6-9]00)$/.test(value ?? '')) return true;
  return /^(?:normal|lighter|[1-5]00)$/.test(value ?? '') ? false : undefined;
}

function isCode(element: Element, family = element.getAttribute('face') ?? ''): boolean {
  const isText = /^(?:span|font)$/.test(element.localName);
  return (
    isText &&
    monospace.test(family) &&
    !element.closest('pre, code, li > span') &&
    /\S/.test(element.textContent ?? '')
  );
}

function wrapContent(element: Element, marks: readonly string[]): void {
  let content = [...element.childNodes];
  for (const mark of marks) {
    const made = element.ownerDocument.createElement(mark);
    made.append(...content);
    content = [made];
  }
  element.replaceChildren(...content);
}

export function withoutBold(element: Element): void {
  for (const bold of element.querySelectorAll('b, strong')) unwrap(bold);
}

/**
 * Converts the first row of a table to header cells if each cell of that row is bold. Converts nothing in a
 * table that has header cells or only one row. Removes bold from all header cells.
 */
export function promoteBoldRowsToHeader(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const [first, second] = table.rows;
    for (const head of table.querySelectorAll('th')) withoutBold(head);
    if (!first || !second || table.querySelector('th')) continue;
    const cells = [...first.cells];
    if (!cells.every(isBoldCell)) continue;
    for (const cell of cells) withoutBold(renameElement(cell, 'th'));
  }
}

function isBoldCell(cell: Element): boolean {
  const bold = [...cell.querySelectorAll('b, strong')].filter(
    (one) => !one.parentElement?.closest('b, strong'),
  );
  const words = (cell.textContent ?? '').trim();
  return (
    words !== '' &&
    bold
      .map((one) => one.textContent)
      .join('')
      .trim() === words
  );
}
