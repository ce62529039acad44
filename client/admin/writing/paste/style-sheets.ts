import { renameElement } from './inert-html.ts';

/**
 * Pages writes styles as a style sheet, and headings as paragraphs in large type. The content security policy does
 * not apply to sheets that a script constructs.
 */
export function convertApplePagesStyles(body: HTMLElement, css: string): void {
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
    if (size >= usual * 1.5) renameElement(paragraph, 'h2');
    else if (size >= usual * 1.2 && paragraph.querySelector('b')) renameElement(paragraph, 'h3');
  }
}

/** Excel writes the styles of cells as classes, such as `.xl65 { font-weight: 700 }`. */
export function copyExcelCellStyles(body: HTMLElement, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const styles = new Map<string, string>();
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSStyleRule && rule.selectorText.startsWith('.'))
      styles.set(rule.selectorText.slice(1), rule.style.cssText);
  }
  for (const cell of body.querySelectorAll('td[class], font[class], span[class]')) {
    const style = styles.get(cell.className);
    // The cell's own style comes last, to win.
    if (style) cell.setAttribute('data-style', `${style};${cell.getAttribute('data-style') ?? ''}`);
  }
}
