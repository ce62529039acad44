/** The largest document a form takes, in bytes. */
export const maxDocumentBytes = 5 * 1024 * 1024;

export const notPdf = 'The file must be a PDF.';
export const documentTooLarge = `The file may have at most ${maxDocumentBytes / 1024 / 1024} MB.`;

/** Whether a file that begins with these bytes is a PDF, whatever its name or type claims. */
export function isPdf(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 5)) === '%PDF-';
}
