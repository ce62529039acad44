import { type CleanedText, cleanHtml, type RefusedText } from '../../../../src/shared/writing/clean-html.ts';
import { parseInert, renameElement } from './inert-html.ts';
import { type PictureResolver, takePictureData } from './pictures.ts';

/**
 * Pages writes styles as a style sheet, and headings as paragraphs in large type. The content security policy does
 * not apply to sheets that a script constructs.
 */
function convertApplePagesStyles(body: HTMLElement, css: string): void {
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
function copyExcelCellStyles(body: HTMLElement, css: string): void {
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

interface PasteOptions {
  /** Returns a video's stored name, such as `youtube:dQw4w9WgXcQ`, or undefined. */
  embedOf: (address: string) => string | undefined;
  placeOf: PictureResolver;
}

/** Characters. Programs write much more than the text that remains. */
export const maxPasted = 5_000_000;

/** Not reported here: the caller names missing pictures, and each paste loses styles. */
const unsaid = new Set(['img', 'style']);

/** The beginning of `data-absent` of a picture whose file is on the clipboard. */
const waiting = 'waiting:';

/** Converts foreign HTML to what the server would store. Returns a problem if it is too long. */
export function convertPastedHtml(
  html: string,
  { embedOf, placeOf }: PasteOptions,
): Pick<CleanedText, 'html' | 'notes'> | RefusedText {
  const { text, fileOf } = takePictureData(withStyles(html));
  const absentPicture = ({ address, alt }: { address: string; alt: string }) => {
    const file = fileOf(address);
    const place = placeOf(file ? { file, alt } : /^https?:\/\//i.test(address) ? { address, alt } : { alt });
    if (!place) return undefined;
    return 'waiting' in place ? `${waiting}${place.waiting}` : place.absent;
  };
  const cleaned = cleanHtml(text, { maxCharacters: maxPasted, absentPicture });
  if ('problem' in cleaned) return cleaned;
  const { removed, notes } = cleaned;
  const written = cleaned.html
    .replaceAll(` data-absent="${waiting}`, ' data-waiting="')
    // The editor shows this line break as an empty line.
    .replaceAll('\n</code></pre>', '</code></pre>');
  return {
    html: withVideos(written, embedOf),
    notes: notes.filter((_, at) => !unsaid.has(removed[at]?.name ?? '')),
  };
}

/** For programs that write formats only into style sheets. */
function withStyles(html: string): string {
  const isPages = html.includes('Cocoa HTML Writer');
  const isExcel = html.includes('Excel.Sheet');
  if (!isPages && !isExcel) return html;
  const { body, styles } = parseInert(html);
  if (isPages) convertApplePagesStyles(body, styles);
  if (isExcel) copyExcelCellStyles(body, styles);
  return body.innerHTML;
}

/** Embeds a video whose linked address is a whole paragraph. */
function withVideos(html: string, embedOf: PasteOptions['embedOf']): string {
  if (!/<p><a href="https?:\/\/[^"]*(?:youtu|vimeo)/.test(html)) return html;
  const { body } = parseInert(html);
  for (const link of body.querySelectorAll(':scope > p > a:only-child')) {
    const name = embedOf(link.getAttribute('href') ?? '');
    const text = link.textContent?.trim() ?? '';
    const isAlone = text === link.parentElement?.textContent?.trim();
    if (!name || !isAlone || !/^(?:https?:|www\.|youtu)/.test(text)) continue;
    const figure = body.ownerDocument.createElement('figure');
    figure.setAttribute('data-kind', 'embed');
    figure.setAttribute('data-embed', name);
    link.parentElement?.replaceWith(figure);
  }
  return body.innerHTML;
}
