import { type CleanedText, cleanHtml, type RefusedText } from '../../../../src/shared/writing/clean-html.ts';
import { parseInert } from './inert-html.ts';
import { type PictureResolver, takePictureData } from './pictures.ts';
import { convertApplePagesStyles, copyExcelCellStyles } from './style-sheets.ts';

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
    const words = link.textContent?.trim() ?? '';
    const isAlone = words === link.parentElement?.textContent?.trim();
    if (!name || !isAlone || !/^(?:https?:|www\.|youtu)/.test(words)) continue;
    const figure = body.ownerDocument.createElement('figure');
    figure.setAttribute('data-kind', 'embed');
    figure.setAttribute('data-embed', name);
    link.parentElement?.replaceWith(figure);
  }
  return body.innerHTML;
}
