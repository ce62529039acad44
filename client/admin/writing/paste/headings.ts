import { renameElement } from './inert-html.ts';
import { withoutBold } from './marks.ts';

const all = 'h1, h2, h3, h4, h5, h6';

/**
 * Converts the headings and quotes of Word and Word online to HTML elements, and adjusts the levels of all
 * headings. Word online marks headings with roles. Word marks titles and quotes with classes.
 */
export function convertHeadings(body: HTMLElement): void {
  for (const box of body.querySelectorAll('[role="heading"][aria-level]')) {
    const level = Number(box.getAttribute('aria-level'));
    if (/^(?:p|div)$/.test(box.localName) && level >= 1) renameElement(box, `h${Math.min(6, level)}`);
  }
  for (const title of body.querySelectorAll('p.MsoTitle')) renameElement(title, 'h1');
  for (const title of body.querySelectorAll('p.MsoSubtitle')) renameElement(title, 'h2');
  for (const words of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) {
    const quote = body.ownerDocument.createElement('blockquote');
    words.replaceWith(quote);
    quote.append(words);
  }
  keepSteps(body);
}

/**
 * Changes all headings to `h2`, `h3` or `h4`, because the title of the page is the `h1`. If the text contains
 * an `h1`, the levels are renumbered from 2 without gaps. Removes bold from the headings.
 */
function keepSteps(body: HTMLElement): void {
  const headings = [...body.querySelectorAll(all)];
  const levelOf = (heading: Element) => Number(heading.localName[1]);
  const levels = [...new Set(headings.map(levelOf))].sort((one, other) => one - other);
  for (const heading of headings) {
    withoutBold(heading);
    const level = levelOf(heading);
    const wanted = levels[0] === 1 ? levels.indexOf(level) + 2 : level;
    renameElement(heading, `h${Math.max(2, Math.min(4, wanted))}`);
  }
}
