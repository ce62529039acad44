import { rename } from './inert.ts';
import { withoutBold } from './marks.ts';

const all = 'h1, h2, h3, h4, h5, h6';

/** Turns what a program marks as a heading into one. Word marks titles and quotes by a class. */
export function readHeadings(body: HTMLElement): void {
  for (const box of body.querySelectorAll('[role="heading"][aria-level]')) {
    const level = Number(box.getAttribute('aria-level'));
    if (/^(?:p|div)$/.test(box.localName) && level >= 1) rename(box, `h${Math.min(6, level)}`);
  }
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const title of body.querySelectorAll('p.MsoSubtitle')) rename(title, 'h2');
  for (const words of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) {
    const quote = body.ownerDocument.createElement('blockquote');
    words.replaceWith(quote);
    quote.append(words);
  }
  keepSteps(body);
}

/** The title of the post is the first level, so what is pasted begins below it. */
function keepSteps(body: HTMLElement): void {
  const headings = [...body.querySelectorAll(all)];
  const levelOf = (heading: Element) => Number(heading.localName[1]);
  const levels = [...new Set(headings.map(levelOf))].sort((one, other) => one - other);
  for (const heading of headings) {
    withoutBold(heading);
    const level = levelOf(heading);
    const wanted = levels[0] === 1 ? levels.indexOf(level) + 2 : level;
    rename(heading, `h${Math.max(2, Math.min(4, wanted))}`);
  }
}

/**
 * Pages keeps its styles in a sheet. A sheet that is made by script is under no policy. Its headings are paragraphs in
 * large letters.
 */
export function readSheet(body: HTMLElement, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const sizes = new Map<Element, number>();
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule)) continue;
    const { fontSize, fontWeight, fontStyle, textDecorationLine } = rule.style;
    for (const element of body.querySelectorAll(rule.selectorText)) {
      if (element.localName === 'p' && parseFloat(fontSize)) sizes.set(element, parseFloat(fontSize));
      if (element.localName !== 'span') continue;
      const style = `font-weight:${fontWeight};font-style:${fontStyle};text-decoration:${textDecorationLine}`;
      element.setAttribute('data-style', style);
    }
  }
  const counts = [...Map.groupBy(sizes.values(), (size) => size)];
  const [usual = 0] = counts.sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  for (const [paragraph, size] of sizes) {
    if ((paragraph.textContent ?? '').length > 200) continue;
    if (size >= usual * 1.5) rename(paragraph, 'h2');
    else if (size >= usual * 1.2 && paragraph.querySelector('b')) rename(paragraph, 'h3');
  }
}
