export const maxImageBytes = 10 * 1024 * 1024;

export const imageHint = 'recommended 1200x800px, max 10MB';

export const maxDocumentMegabytes = 5;
export const maxDocumentBytes = maxDocumentMegabytes * 1024 * 1024;

/** Of translations. */
export const maxXliffBytes = 20 * 1024 * 1024;

export const notPdfMessage = 'The file must be a PDF.';

/** How many bytes from the beginning of a file `isPdf` needs. */
export const pdfHeadBytes = 1024;
const otherFile =
  /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*(?:<|#!|%!|PK|MZ|\x7fELF|GIF8|\x89PNG|\xff\xd8\xff|RIFF|Rar!|7z|\{\\rtf|@echo\b|(?:var|let|const|function|import)\b)/i;
/** Browsers find tags after other text, too. A comment or a template can hide the PDF from a script. */
const codeBefore = /<[a-z!?/%]|\/\*|`/i;

/** The mark may be anywhere in the first 1,024 bytes. False for a file that also begins as something else. */
export function isPdf(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, pdfHeadBytes));
  const at = text.indexOf('%PDF-');
  return at >= 0 && !otherFile.test(text) && !codeBefore.test(text.slice(0, at));
}
